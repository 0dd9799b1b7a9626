package dev.shopwire.automation.sending;

import java.time.Duration;

/**
 * Spaces mails evenly (the generic cell rate algorithm), except that a few may follow each other at
 * once after a delay, so that delays don't lower the rate. Times are of {@link System#nanoTime}.
 */
final class Rate {
  /** How much of what delays have cost is made up for. */
  private static final long TOLERANCE_NANOS = Duration.ofMillis(200).toNanos();

  private final long intervalNanos;
  private long nextNanos;
  private long reservedNanos;

  /**
   * @param mails in {@code per}; the first one goes at {@code nowNanos}
   */
  Rate(int mails, Duration per, long nowNanos) {
    this.intervalNanos = per.toNanos() / mails;
    this.nextNanos = nowNanos;
    this.reservedNanos = nowNanos;
  }

  /** How long the next mail has to wait; 0 or less if it may go. */
  long waitNanos(long nowNanos) {
    return nextNanos - nowNanos;
  }

  /** Takes the turn of a mail, which may lie in the future. */
  void take(long nowNanos) {
    nextNanos = Math.max(nextNanos - nowNanos, -TOLERANCE_NANOS) + nowNanos + intervalNanos;
  }

  /** How long a mail has to wait that comes after so many others. */
  long waitNanos(int others, long nowNanos) {
    return waitNanos(nowNanos) + others * intervalNanos;
  }

  /**
   * How long one more mail has to wait, after those that have reserved one.
   *
   * @param others that wait too, without a reservation
   */
  long reserve(int others, long nowNanos) {
    long earliest = Math.max(waitNanos(others, nowNanos), 0) + nowNanos;
    reservedNanos = Math.max(reservedNanos - earliest, 0) + earliest;
    long wait = reservedNanos - nowNanos;
    reservedNanos += intervalNanos;
    return wait;
  }

  /** Whether nothing is lost if it is forgotten. */
  boolean isIdle(long nowNanos) {
    return nowNanos - Math.max(nextNanos, reservedNanos) >= TOLERANCE_NANOS;
  }
}
