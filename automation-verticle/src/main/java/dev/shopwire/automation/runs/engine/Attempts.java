package dev.shopwire.automation.runs.engine;

import dev.shopwire.common.failure.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** When what failed by a defect is tried again, and when it is given up. */
final class Attempts {
  private static final int MAX = 10;
  private static final Duration AT_LEAST = Duration.ofHours(1);
  private static final int MAX_TEXT = 1_000;

  /** Their sum is a little more than an hour. */
  private static final List<Duration> PAUSES =
      List.of(
          Duration.ofSeconds(5),
          Duration.ofSeconds(15),
          Duration.ofSeconds(30),
          Duration.ofMinutes(1),
          Duration.ofMinutes(2),
          Duration.ofMinutes(4),
          Duration.ofMinutes(8),
          Duration.ofMinutes(15),
          Duration.ofMinutes(30));

  private Attempts() {}

  static Duration pause(int failures) {
    return PAUSES.get(Math.min(failures, PAUSES.size()) - 1);
  }

  static boolean isLast(int failures, Instant since, Instant now) {
    return failures >= MAX && !now.isBefore(since.plus(AT_LEAST));
  }

  /**
   * A text for the API, which reveals nothing of other tenants: the class of an unexpected error.
   */
  static String describe(Throwable error) {
    String text =
        error instanceof Failure failure
            ? String.valueOf(failure.getMessage())
            : error.getClass().getSimpleName();
    return text.substring(0, Math.min(text.length(), MAX_TEXT));
  }
}
