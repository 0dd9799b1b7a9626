package dev.shopwire.common.contracts;

import dev.shopwire.common.failure.Failure;
import java.time.Duration;

/**
 * The time after which a request is no longer worth processing: its caller has timed out and may
 * have sent a newer request. Code that has waited checks it before writing.
 *
 * @param sinceNanos when the request arrived, per {@link System#nanoTime}
 */
public record RequestDeadline(long sinceNanos) {
  /** Shorter than the edge waits for a response. */
  private static final long LIMIT_NANOS = Duration.ofMillis(1_700).toNanos();

  public static RequestDeadline fromNow() {
    return new RequestDeadline(System.nanoTime());
  }

  public boolean isExpired() {
    return System.nanoTime() - sinceNanos > LIMIT_NANOS;
  }

  /**
   * @throws Failure 503 if the deadline has passed
   */
  public void check() {
    if (isExpired()) {
      throw Failure.unavailable("The database did not respond in time");
    }
  }
}
