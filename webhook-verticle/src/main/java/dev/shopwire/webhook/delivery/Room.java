package dev.shopwire.webhook.delivery;

/**
 * What a worker may take of memory for messages: those that wait in its queues, and those under way
 * until it is written how they ended. When the first is used up, each queue still gets a few, so
 * that large messages of slow receivers stop nobody; when the second is, each endpoint still gets
 * one at a time. For one event loop.
 */
final class Room {
  private static final int MANY = 64;
  private static final int FEW = 4;
  private static final int LEAST = 2;

  private final long mostCharacters;
  private long waiting;
  private long underWay;

  /** A sixteenth of the heap for each of the two. */
  Room() {
    this(Runtime.getRuntime().maxMemory() / 16);
  }

  Room(long mostCharacters) {
    this.mostCharacters = mostCharacters;
  }

  void take(Due due) {
    waiting += due.size();
  }

  void giveBack(Due due) {
    waiting -= due.size();
  }

  void began(Due due) {
    underWay += due.size();
  }

  void settled(Due due) {
    underWay -= due.size();
  }

  /** How many deliveries a queue may hold. */
  int most() {
    if (waiting < mostCharacters) {
      return MANY;
    }
    return waiting < 2 * mostCharacters ? FEW : LEAST;
  }

  /** Whether an endpoint that has something under way must wait for its end. */
  boolean isCrowded() {
    return underWay >= mostCharacters;
  }

  long used() {
    return waiting + underWay;
  }
}
