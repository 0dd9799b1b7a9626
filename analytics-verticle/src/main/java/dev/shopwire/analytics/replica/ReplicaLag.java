package dev.shopwire.analytics.replica;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How far a replica is behind, told from places in the write-ahead log: it has all that the primary
 * had when it was at a place that the replica has replayed. An idle primary is no lag, and the two
 * machines' clocks don't matter. Not thread-safe.
 */
final class ReplicaLag {
  /**
   * Of a replica that is away for long the middle is forgotten, which only makes it look slower.
   */
  private static final int MAX_SAMPLES = 10_000;

  /**
   * @param place in the primary's log up to which it was durable
   * @param time by the primary's clock
   * @param nanos by our own
   */
  record Sample(long place, Instant time, long nanos) {}

  private final Deque<Sample> ahead = new ArrayDeque<>();
  private @Nullable Sample replayed;

  /** Notes where the primary is. */
  void primaryIsAt(Sample sample) {
    Sample last = ahead.peekLast();
    if (last != null && (last.place() == sample.place() || ahead.size() >= MAX_SAMPLES)) {
      ahead.removeLast();
    }
    ahead.addLast(sample);
  }

  /**
   * Notes up to where the replica has replayed.
   *
   * @param nanos now, by our own clock
   * @return how far behind it is; empty until it has come to the first place noted
   */
  Optional<Duration> replicaIsAt(long place, long nanos) {
    Sample next = ahead.peekFirst();
    while (next != null && next.place() <= place) {
      replayed = ahead.removeFirst();
      next = ahead.peekFirst();
    }
    if (replayed == null) {
      return Optional.empty();
    }
    return Optional.of(
        ahead.isEmpty() ? Duration.ZERO : Duration.ofNanos(nanos - replayed.nanos()));
  }

  /** By the primary's clock: all that was committed before is on the replica. */
  Optional<Instant> holdsAllUntil() {
    return Optional.ofNullable(replayed).map(Sample::time);
  }
}
