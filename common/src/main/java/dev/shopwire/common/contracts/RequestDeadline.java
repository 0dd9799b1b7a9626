package dev.shopwire.common.contracts;

import dev.shopwire.common.failure.Failure;
import java.time.Duration;

/**
 * How long it is worth doing what a caller asked for. After that the caller was told that it
 * failed, and may have sent something newer: so whoever waited looks here before it writes.
 *
 * @param sinceNanos when the call came, on the nano clock
 */
public record RequestDeadline(long sinceNanos) {
  /** Shorter than the edge waits for an answer. */
  private static final long NANOS = Duration.ofMillis(1_700).toNanos();

  public static RequestDeadline fromNow() {
    return new RequestDeadline(System.nanoTime());
  }

  public boolean isOver() {
    return System.nanoTime() - sinceNanos > NANOS;
  }

  /**
   * @throws Failure 503 if it is over
   */
  public void check() {
    if (isOver()) {
      throw Failure.unavailable("The database does not answer in time");
    }
  }
}
