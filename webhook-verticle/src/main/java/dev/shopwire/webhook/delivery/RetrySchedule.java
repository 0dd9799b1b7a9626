package dev.shopwire.webhook.delivery;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** Calculates the pauses between attempts (docs/api/webhooks.md). */
final class RetrySchedule {
  private static final List<Duration> STEPS =
      List.of(
          Duration.ofSeconds(1),
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          Duration.ofMinutes(2),
          Duration.ofMinutes(10),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(5),
          Duration.ofHours(10),
          Duration.ofHours(10));

  /** Only lengthens pauses, so that no receiver is retried earlier than documented. */
  private static final double JITTER = 0.2;

  private RetrySchedule() {}

  /** Whether no attempt follows after this many. */
  static boolean isExhausted(int attempts) {
    return attempts > STEPS.size();
  }

  /**
   * The pause after this many failed attempts, with jitter; beyond the schedule, its last step.
   *
   * @param attempts 1 or more
   */
  static Duration pause(int attempts, RandomGenerator random) {
    Duration step = STEPS.get(Math.min(attempts, STEPS.size()) - 1);
    return step.plusMillis((long) (step.toMillis() * JITTER * random.nextDouble()));
  }
}
