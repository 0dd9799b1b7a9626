package dev.shopwire.webhook.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The health of an endpoint.
 *
 * @param reason why it is disabled
 * @param failures in a row
 * @param failingSince the time of the first of them
 * @param step of the back-off while it is probed
 * @param probeAt when it is next probed
 * @param pausedUntil the end of the pause that the receiver requested
 */
record EndpointHealth(
    Status status,
    @Nullable String reason,
    int failures,
    @Nullable Instant failingSince,
    int step,
    @Nullable Instant probeAt,
    @Nullable Instant pausedUntil,
    @Nullable String lastError) {
  private static final int PROBE_AFTER_FAILURES = 5;
  private static final Duration DISABLE_AFTER = Duration.ofDays(5);

  /** Whether and how much is sent. */
  enum Status {
    ENABLED,
    PROBING,
    DISABLED
  }

  static final EndpointHealth GOOD =
      new EndpointHealth(Status.ENABLED, null, 0, null, 0, null, null, null);

  /** After a response that the receiver wants no more webhooks. */
  EndpointHealth afterGone(Instant now, String error) {
    return disabled("gone", now, error);
  }

  private EndpointHealth disabled(String cause, Instant now, String error) {
    Instant since = failingSince == null ? now : failingSince;
    return new EndpointHealth(Status.DISABLED, cause, failures + 1, since, 0, null, null, error);
  }

  /**
   * @param attempts of the message that failed, including this one
   * @param probe whether the attempt was a probe
   * @param pause that the receiver requested; zero if it didn't
   */
  EndpointHealth afterFailure(
      Instant now,
      int attempts,
      boolean probe,
      Duration pause,
      String error,
      RandomGenerator random) {
    Instant since = failingSince == null ? now : failingSince;
    if (!now.isBefore(since.plus(DISABLE_AFTER))) {
      return disabled("failing", now, error);
    }
    Instant paused = pause.isZero() ? pausedUntil : now.plus(pause);
    int count = failures + 1;
    if (status == Status.PROBING && !probe) {
      return new EndpointHealth(status, null, count, since, step, probeAt, paused, error);
    }
    if (status == Status.ENABLED && count < PROBE_AFTER_FAILURES) {
      return new EndpointHealth(status, null, count, since, 0, null, paused, error);
    }
    int next = status == Status.PROBING ? step + 1 : attempts;
    Duration wait = RetrySchedule.pause(next, random);
    Instant at = now.plus(wait.compareTo(pause) > 0 ? wait : pause);
    return new EndpointHealth(Status.PROBING, null, count, since, next, at, paused, error);
  }

  boolean isPaused(Instant now) {
    return pausedUntil != null && now.isBefore(pausedUntil);
  }

  boolean mayBeProbed(Instant now) {
    return status == Status.PROBING && (probeAt == null || !now.isBefore(probeAt));
  }
}
