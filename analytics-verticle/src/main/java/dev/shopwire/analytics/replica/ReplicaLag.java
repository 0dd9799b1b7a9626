package dev.shopwire.analytics.replica;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Measures how far a replica is behind by positions in the write-ahead log: it has everything that
 * the primary had at a position that the replica has replayed. An idle primary causes no lag, and
 * the two machines' clocks don't matter. Not thread-safe.
 */
final class ReplicaLag {
  /**
   * While a replica is unavailable for long, the last sample is replaced, which only makes it look
   * slower.
   */
  private static final int MAX_SAMPLES = 10_000;

  /**
   * @param position in the primary's log up to which it was durable
   * @param time by the primary's clock
   * @param nanos by this process's clock
   */
  record Sample(long position, Instant time, long nanos) {}

  private final Deque<Sample> notReplayed = new ArrayDeque<>();
  private @Nullable Sample replayed;

  /** Records the position of the primary. */
  void recordPrimary(Sample sample) {
    Sample last = notReplayed.peekLast();
    if (last != null
        && (last.position() == sample.position() || notReplayed.size() >= MAX_SAMPLES)) {
      notReplayed.removeLast();
    }
    notReplayed.addLast(sample);
  }

  /**
   * Records the position up to which the replica has replayed.
   *
   * @param nanos now, by this process's clock
   * @return how far behind it is; empty until it has reached the first recorded position
   */
  Optional<Duration> recordReplica(long position, long nanos) {
    Sample next = notReplayed.peekFirst();
    while (next != null && next.position() <= position) {
      replayed = notReplayed.removeFirst();
      next = notReplayed.peekFirst();
    }
    if (replayed == null) {
      return Optional.empty();
    }
    return Optional.of(
        notReplayed.isEmpty() ? Duration.ZERO : Duration.ofNanos(nanos - replayed.nanos()));
  }

  /** The time, by the primary's clock, before which everything committed is on the replica. */
  Optional<Instant> replayedUntil() {
    return Optional.ofNullable(replayed).map(Sample::time);
  }
}
