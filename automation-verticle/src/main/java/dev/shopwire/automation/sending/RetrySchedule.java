package dev.shopwire.automation.sending;

import java.time.Duration;
import java.util.List;

/**
 * How long a mail, or all mails of a sender, wait after a failure.
 *
 * @param pauses after the first failure, after the second …; the last one repeats
 */
public record RetrySchedule(List<Duration> pauses) {
  public static final RetrySchedule DEFAULT =
      seconds(List.of(60, 300, 900, 1_800, 3_600, 7_200, 14_400));

  public RetrySchedule {
    if (pauses.isEmpty()) {
      throw new IllegalArgumentException("A schedule has at least one pause");
    }
    pauses = List.copyOf(pauses);
  }

  static RetrySchedule seconds(List<Integer> seconds) {
    return new RetrySchedule(seconds.stream().map(Duration::ofSeconds).toList());
  }

  /**
   * The pause after this many failures.
   *
   * @param failures 1 or more
   */
  Duration pause(int failures) {
    return pauses.get(Math.min(failures, pauses.size()) - 1);
  }
}
