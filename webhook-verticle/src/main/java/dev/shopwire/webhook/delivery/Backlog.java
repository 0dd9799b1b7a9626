package dev.shopwire.webhook.delivery;

import java.util.ArrayDeque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of a queue that is in memory, and up to which place it reaches. All beyond it are in
 * PostgreSQL, to be read when there is room. For one event loop.
 */
final class Backlog {
  private final MessageMemory room;
  private final int workspaceId;
  private final ArrayDeque<DueDelivery> queue = new ArrayDeque<>();
  private long cursor;
  private boolean behind = true;
  private boolean missed;
  private boolean reading;
  private boolean stale;

  Backlog(MessageMemory room, int workspaceId) {
    this.room = room;
    this.workspaceId = workspaceId;
  }

  /** Whether it was taken; else it will be read when its turn comes. */
  boolean offer(DueDelivery due) {
    if (due.place() <= cursor) {
      // A read was faster than the statement that gave it its place.
      return false;
    }
    if (behind || queue.size() >= room.most(workspaceId)) {
      miss();
      return false;
    }
    add(due);
    return true;
  }

  private void add(DueDelivery due) {
    queue.add(due);
    cursor = Math.max(cursor, due.place());
  }

  /** There is something in PostgreSQL beyond the cursor. */
  void miss() {
    behind = true;
    missed = true;
  }

  boolean isBehind() {
    return behind;
  }

  /** When less than half of what it may hold is left. */
  boolean wantsReading() {
    return behind && !reading && queue.size() < room.most(workspaceId) / 2;
  }

  void beginReading() {
    reading = true;
    missed = false;
  }

  /** One that a read found; in the order of places. */
  void found(DueDelivery due) {
    add(due);
  }

  /** It is under way already. */
  void passed(DueDelivery due) {
    cursor = Math.max(cursor, due.place());
  }

  /**
   * @param full whether the read may have left some
   */
  void endReading(boolean full) {
    reading = false;
    behind = full || missed || stale;
    stale = false;
  }

  void failedReading() {
    reading = false;
    behind = true;
    stale = false;
  }

  /** Everything is to be read again, from the first place. */
  void restart() {
    queue.clear();
    lookAgain();
  }

  /** What PostgreSQL has is to be read from the first place, besides what is here. */
  void lookAgain() {
    cursor = 0;
    stale = reading;
    miss();
  }

  /** Whether the read that is under way began before a restart, so that it proves nothing. */
  boolean isStale() {
    return stale;
  }

  long cursor() {
    return cursor;
  }

  boolean isEmpty() {
    return queue.isEmpty();
  }

  @Nullable DueDelivery poll() {
    return queue.poll();
  }

  Iterable<DueDelivery> waiting() {
    return queue;
  }

  Optional<DueDelivery> first() {
    return Optional.ofNullable(queue.peek());
  }

  /** How many a read may find. */
  int wanted() {
    return Math.max(1, room.most(workspaceId) - queue.size());
  }
}
