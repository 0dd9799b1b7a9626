package dev.shopwire.webhook.delivery;

import java.util.ArrayDeque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Holds the part of a queue that is in memory, and the position that it reaches. Deliveries beyond
 * that are in PostgreSQL and are read when there is capacity. Not thread-safe; use from one event
 * loop.
 */
final class Backlog {
  private final MessageMemory memory;
  private final long workspaceId;
  private final ArrayDeque<DueDelivery> queue = new ArrayDeque<>();
  private long cursor;
  private boolean behind = true;
  private boolean missed;
  private boolean reading;
  private boolean stale;

  Backlog(MessageMemory memory, long workspaceId) {
    this.memory = memory;
    this.workspaceId = workspaceId;
  }

  /** Returns whether the delivery was added; if not, it will be read in its turn. */
  boolean offer(DueDelivery due) {
    if (due.place() <= cursor) {
      // A read was faster than the statement that assigned its position.
      return false;
    }
    if (behind || queue.size() >= memory.maxPerQueue(workspaceId)) {
      markBehind();
      return false;
    }
    add(due);
    return true;
  }

  private void add(DueDelivery due) {
    queue.add(due);
    cursor = Math.max(cursor, due.place());
  }

  /** Records that PostgreSQL has deliveries beyond the cursor. */
  void markBehind() {
    behind = true;
    missed = true;
  }

  boolean isBehind() {
    return behind;
  }

  /** Whether more should be read: less than half of the capacity is in use. */
  boolean needsRead() {
    return behind && !reading && queue.size() < memory.maxPerQueue(workspaceId) / 2;
  }

  void beginReading() {
    reading = true;
    missed = false;
  }

  /** Adds a delivery that a read found; in the order of positions. */
  void addRead(DueDelivery due) {
    add(due);
  }

  /** Moves past a delivery that a read found but that is already known. */
  void skip(DueDelivery due) {
    cursor = Math.max(cursor, due.place());
  }

  /**
   * @param full whether there may be more than the read returned
   */
  void endReading(boolean full) {
    reading = false;
    behind = full || missed || stale;
    stale = false;
  }

  void failReading() {
    reading = false;
    behind = true;
    stale = false;
  }

  /** Forgets what is in memory, to read everything again from the first position. */
  void restart() {
    queue.clear();
    rereadAll();
  }

  /** Reads again from the first position, keeping what is in memory. */
  void rereadAll() {
    cursor = 0;
    stale = reading;
    markBehind();
  }

  /** Whether the read in progress started before {@link #rereadAll}, so that it is ignored. */
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

  /** How many deliveries a read may return. */
  int readLimit() {
    return Math.max(1, memory.maxPerQueue(workspaceId) - queue.size());
  }
}
