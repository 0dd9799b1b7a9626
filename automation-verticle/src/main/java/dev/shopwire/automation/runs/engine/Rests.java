package dev.shopwire.automation.runs.engine;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Which workspaces rest after a long transaction, so that a backlog leaves most of the time to
 * others on the same processors and the same database, such as ingest. Not thread-safe.
 */
final class Rests {
  /** A rest is this many times as long as the transaction before it. */
  private static final int FACTOR = 3;

  private final long shortestNanos;
  private final Map<Long, Long> endNanos = new HashMap<>();

  /**
   * @param shortest what would be shorter is left out
   */
  Rests(Duration shortest) {
    this.shortestNanos = shortest.toNanos();
  }

  /**
   * Begins a rest, if the transaction was a long one.
   *
   * @param startedNanos when the transaction began
   */
  void begin(long workspaceId, long startedNanos) {
    long now = System.nanoTime();
    long nanos = FACTOR * (now - startedNanos);
    if (nanos > shortestNanos) {
      endNanos.put(workspaceId, now + nanos);
    }
  }

  boolean isResting(long workspaceId) {
    Long end = endNanos.get(workspaceId);
    boolean isResting = end != null && end - System.nanoTime() > 0;
    if (!isResting) {
      endNanos.remove(workspaceId);
    }
    return isResting;
  }
}
