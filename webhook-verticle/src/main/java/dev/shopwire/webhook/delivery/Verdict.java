package dev.shopwire.webhook.delivery;

import dev.shopwire.webhook.sending.Outcome;
import dev.shopwire.webhook.sending.Reply;
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
record Verdict(Action action, @Nullable String reason, Duration pause, Health health) {
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
  static Verdict of(
      Due due,
      Reply reply,
      Health health,
      boolean ordered,
      boolean probe,
      Instant now,
      RandomGenerator random) {
    boolean delivered = reply.outcome() == Outcome.DELIVERED;
    if (due.kind() == Due.Kind.TEST) {
      Action action = delivered ? Action.DELIVERED : Action.FAILED;
      return new Verdict(action, delivered ? null : "test", Duration.ZERO, health);
    }
    if (delivered) {
      // A late answer to what was sent before somebody disabled it enables nothing.
      Health after = health.status() == Health.Status.DISABLED ? health : Health.GOOD;
      return new Verdict(Action.DELIVERED, null, Duration.ZERO, after);
    }
    int attempts = due.attempts() + 1;
    String error = error(reply);
    Duration asked = reply.retryAfter() == null ? Duration.ZERO : reply.retryAfter();
    if (health.status() == Health.Status.DISABLED) {
      return given(attempts, health);
    }
    if (reply.outcome() == Outcome.GONE) {
      return given(attempts, health.gone(now, error));
    }
    Health after = health.failed(now, attempts, probe, asked, error, random);
    if (ordered && attempts >= FAILURES_TO_PARKING && isPoisoned(reply, after, attempts)) {
      return new Verdict(Action.PARKED, "poisoned", Duration.ZERO, after);
    }
    if (after.status() != Health.Status.ENABLED || RetrySchedule.isExhausted(attempts)) {
      return given(attempts, after);
    }
    Duration pause = RetrySchedule.pause(attempts, random);
    return new Verdict(Action.RETRY, null, pause.compareTo(asked) > 0 ? pause : asked, after);
  }

  private static Verdict given(int attempts, Health health) {
    return RetrySchedule.isExhausted(attempts)
        ? new Verdict(Action.FAILED, "exhausted", Duration.ZERO, health)
        : new Verdict(Action.WAIT, null, Duration.ZERO, health);
  }

  /** It is the message's fault: others have succeeded meanwhile, or the receiver says so. */
  private static boolean isPoisoned(Reply reply, Health after, int attempts) {
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

  private static String error(Reply reply) {
    return reply.status() == null
        ? reply.outcome().word()
        : reply.outcome().word() + " " + reply.status();
  }
}
