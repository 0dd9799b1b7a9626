package dev.shopwire.webhook.delivery;

import dev.shopwire.webhook.sending.Outcome;
import dev.shopwire.webhook.sending.SendResult;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What follows from an attempt, for the delivery and for its endpoint.
 *
 * @param reason why a delivery failed or was parked
 * @param pause before the next attempt, for {@link Action#RETRY}
 * @param health the endpoint's new health
 */
record AttemptResult(
    Action action, @Nullable String reason, Duration pause, EndpointHealth health) {
  private static final int PARK_AFTER_FAILURES = 5;

  /** What is done with the delivery. */
  enum Action {
    DELIVERED,
    FAILED,

    /** No longer tried, so that the customer's later messages can be sent. */
    PARKED,

    /** Retried after a pause of its own. */
    RETRY,

    /** Retried once its endpoint works. */
    WAIT;

    boolean isFinal() {
      return this == DELIVERED || this == FAILED || this == PARKED;
    }
  }

  /**
   * @param health before the attempt
   * @param ordered whether the endpoint's messages about one customer are sent one by one
   * @param probe whether the attempt was a probe of the endpoint
   */
  static AttemptResult of(
      DueDelivery due,
      SendResult reply,
      EndpointHealth health,
      boolean ordered,
      boolean probe,
      Instant now,
      RandomGenerator random) {
    boolean delivered = reply.outcome() == Outcome.DELIVERED;
    if (due.kind() == DueDelivery.Kind.TEST) {
      Action action = delivered ? Action.DELIVERED : Action.FAILED;
      return new AttemptResult(action, delivered ? null : "test", Duration.ZERO, health);
    }
    if (delivered) {
      // A late response to a request sent before the endpoint was disabled doesn't enable it.
      EndpointHealth after =
          health.status() == EndpointHealth.Status.DISABLED ? health : EndpointHealth.GOOD;
      return new AttemptResult(Action.DELIVERED, null, Duration.ZERO, after);
    }
    int attempts = due.attempts() + 1;
    String error = error(reply);
    Duration retryAfter = reply.retryAfter() == null ? Duration.ZERO : reply.retryAfter();
    if (health.status() == EndpointHealth.Status.DISABLED) {
      return waitOrFail(attempts, health);
    }
    if (reply.outcome() == Outcome.GONE) {
      return waitOrFail(attempts, health.afterGone(now, error));
    }
    EndpointHealth after = health.afterFailure(now, attempts, probe, retryAfter, error, random);
    if (ordered && attempts >= PARK_AFTER_FAILURES && isPoisoned(reply, after, attempts)) {
      return new AttemptResult(Action.PARKED, "poisoned", Duration.ZERO, after);
    }
    if (after.status() != EndpointHealth.Status.ENABLED || RetrySchedule.isExhausted(attempts)) {
      return waitOrFail(attempts, after);
    }
    Duration pause = RetrySchedule.pause(attempts, random);
    Duration longer = pause.compareTo(retryAfter) > 0 ? pause : retryAfter;
    return new AttemptResult(Action.RETRY, null, longer, after);
  }

  private static AttemptResult waitOrFail(int attempts, EndpointHealth health) {
    return RetrySchedule.isExhausted(attempts)
        ? new AttemptResult(Action.FAILED, "exhausted", Duration.ZERO, health)
        : new AttemptResult(Action.WAIT, null, Duration.ZERO, health);
  }

  /** Whether the message is at fault: others have succeeded since, or the receiver rejects it. */
  private static boolean isPoisoned(SendResult reply, EndpointHealth after, int attempts) {
    Integer status = reply.status();
    boolean rejected =
        status != null
            && status >= 400
            && status < 500
            && status != 408
            && status != 425
            && status != 429;
    return rejected || (status != null && after.failures() < attempts);
  }

  private static String error(SendResult reply) {
    return reply.status() == null
        ? reply.outcome().code()
        : reply.outcome().code() + " " + reply.status();
  }
}
