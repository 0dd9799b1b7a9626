package dev.shopwire.webhook.delivery;

/**
 * Limits a worker's memory for messages, and each workspace's share of it: one budget for messages
 * that wait in queues, and one for those sent whose results are not written yet. When a workspace's
 * share of the first is used up, each of its queues still gets a few messages, so that large
 * messages of slow receivers don't block other workspaces; when its share of the second is used up,
 * each endpoint still gets one message at a time. Not thread-safe; use from one event loop.
 */
final class MessageMemory {
  private static final int MAX_PER_QUEUE = 64;
  private static final int FEW_PER_QUEUE = 4;
  private static final int MIN_PER_QUEUE = 2;

  private final long maxCharacters;
  private final FairShares waiting;
  private final FairShares unsettled;

  /** A sixteenth of the heap for each of the two. */
  MessageMemory() {
    this(Runtime.getRuntime().maxMemory() / 16);
  }

  MessageMemory(long maxCharacters) {
    this.maxCharacters = maxCharacters;
    this.waiting = new FairShares(maxCharacters);
    this.unsettled = new FairShares(maxCharacters);
  }

  void addWaiting(DueDelivery due) {
    waiting.acquire(due.workspaceId(), due.size());
  }

  void removeWaiting(DueDelivery due) {
    waiting.release(due.workspaceId(), due.size());
  }

  void addUnsettled(DueDelivery due) {
    unsettled.acquire(due.workspaceId(), due.size());
  }

  void removeUnsettled(DueDelivery due) {
    unsettled.release(due.workspaceId(), due.size());
  }

  /** How many deliveries a queue of the workspace may keep in memory. */
  int maxPerQueue(long workspaceId) {
    if (waiting.canAcquire(workspaceId)) {
      return MAX_PER_QUEUE;
    }
    return waiting.used() < 2 * maxCharacters ? FEW_PER_QUEUE : MIN_PER_QUEUE;
  }

  /** Whether an endpoint of the workspace must settle a message before sending the next one. */
  boolean isCrowded(long workspaceId) {
    return !unsettled.canAcquire(workspaceId);
  }

  long used() {
    return waiting.used() + unsettled.used();
  }
}
