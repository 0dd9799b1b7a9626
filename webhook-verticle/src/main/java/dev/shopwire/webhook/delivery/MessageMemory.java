package dev.shopwire.webhook.delivery;

/**
 * What a worker may take of memory for messages, and each workspace of that: those that wait in its
 * queues, and those under way until it is written how they ended. When a workspace's share of the
 * first is used up, each of its queues still gets a few, so that large messages of slow receivers
 * do not block other workspaces; when that of the second is, each endpoint still gets one at a
 * time. For one event loop.
 */
final class MessageMemory {
  private static final int MANY = 64;
  private static final int FEW = 4;
  private static final int LEAST = 2;

  private final long mostCharacters;
  private final FairShares waiting;
  private final FairShares underWay;

  /** A sixteenth of the heap for each of the two. */
  MessageMemory() {
    this(Runtime.getRuntime().maxMemory() / 16);
  }

  MessageMemory(long mostCharacters) {
    this.mostCharacters = mostCharacters;
    this.waiting = new FairShares(mostCharacters);
    this.underWay = new FairShares(mostCharacters);
  }

  void take(DueDelivery due) {
    waiting.take(due.workspaceId(), due.size());
  }

  void giveBack(DueDelivery due) {
    waiting.giveBack(due.workspaceId(), due.size());
  }

  void began(DueDelivery due) {
    underWay.take(due.workspaceId(), due.size());
  }

  void settled(DueDelivery due) {
    underWay.giveBack(due.workspaceId(), due.size());
  }

  /** How many deliveries a queue of the workspace may hold. */
  int most(int workspaceId) {
    if (waiting.mayTake(workspaceId)) {
      return MANY;
    }
    return waiting.used() < 2 * mostCharacters ? FEW : LEAST;
  }

  /** Whether an endpoint of the workspace that has something under way must wait for its end. */
  boolean isCrowded(int workspaceId) {
    return !underWay.mayTake(workspaceId);
  }

  long used() {
    return waiting.used() + underWay.used();
  }
}
