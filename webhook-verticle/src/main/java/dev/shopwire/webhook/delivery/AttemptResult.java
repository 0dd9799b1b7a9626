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
 * @param reason why a failed delivery is given up
 * @param pause before the next attempt, for {@link Action#RETRY}
 * @param health of the endpoint from now on
 */
record AttemptResult(
    Action action, @Nullable String reason, Duration pause, EndpointHealth health) {
  private static final int FAILURES_TO_PARKING = 5;

  /** What becomes of the delivery. */
  enum Action {
    DELIVERED,
    FAILED,

    /** Set aside, so that those after it can go on. */
    PARKED,

    /** Tried again after a time of its own. */
    RETRY,

    /** Tried again when its endpoint works. */
    WAIT;

    boolean isFinal() {
      return this == DELIVERED || this == FAILED || this == PARKED;
    }
  }

  /**
   * @param health before
   * @param ordered whether the endpoint's messages about one customer go one after the other
   * @param probe whether this was the one attempt by which the endpoint is probed
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
      // A late answer to what was sent before somebody disabled it enables nothing.
      EndpointHealth after =
          health.status() == EndpointHealth.Status.DISABLED ? health : EndpointHealth.GOOD;
      return new AttemptResult(Action.DELIVERED, null, Duration.ZERO, after);
    }
    int attempts = due.attempts() + 1;
    String error = error(reply);
    Duration asked = reply.retryAfter() == null ? Duration.ZERO : reply.retryAfter();
    if (health.status() == EndpointHealth.Status.DISABLED) {
      return given(attempts, health);
    }
    if (reply.outcome() == Outcome.GONE) {
      return given(attempts, health.gone(now, error));
    }
    EndpointHealth after = health.failed(now, attempts, probe, asked, error, random);
    if (ordered && attempts >= FAILURES_TO_PARKING && isPoisoned(reply, after, attempts)) {
      return new AttemptResult(Action.PARKED, "poisoned", Duration.ZERO, after);
    }
    if (after.status() != EndpointHealth.Status.ENABLED || RetrySchedule.isExhausted(attempts)) {
      return given(attempts, after);
    }
    Duration pause = RetrySchedule.pause(attempts, random);
    return new AttemptResult(Action.RETRY, null, pause.compareTo(asked) > 0 ? pause : asked, after);
  }

  private static AttemptResult given(int attempts, EndpointHealth health) {
    return RetrySchedule.isExhausted(attempts)
        ? new AttemptResult(Action.FAILED, "exhausted", Duration.ZERO, health)
        : new AttemptResult(Action.WAIT, null, Duration.ZERO, health);
  }

  /** It is the message's fault: others have succeeded meanwhile, or the receiver says so. */
  private static boolean isPoisoned(SendResult reply, EndpointHealth after, int attempts) {
    Integer status = reply.status();
    boolean refused =
        status != null
            && status >= 400
            && status < 500
            && status != 408
            && status != 425
            && status != 429;
    return refused || (status != null && after.failures() < attempts);
  }

  private static String error(SendResult reply) {
    return reply.status() == null
        ? reply.outcome().word()
        : reply.outcome().word() + " " + reply.status();
  }
}
