package dev.shopwire.webhook.delivery;

/**
 * What a worker's queues may take of memory together. When it is used up, each still gets a few, so
 * that large messages of slow receivers stop nobody. For one event loop.
 */
final class Room {
  private static final long MOST_CHARACTERS = 64L << 20;
  private static final int MANY = 64;
  private static final int FEW = 4;

  private long used;

  void take(Due due) {
    used += due.size();
  }

  void giveBack(Due due) {
    used -= due.size();
  }

  /** How many deliveries a queue may hold. */
  int most() {
    return used < MOST_CHARACTERS ? MANY : FEW;
  }

  long used() {
    return used;
  }
}
