package dev.shopwire.automation.explain;

import dev.shopwire.automation.conditions.TimeRange;
import dev.shopwire.automation.conditions.TimeRange.Moving;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Determines when time alone changes whether one of some times is in all of some ranges. */
final class TimeForecast {
  /** A moving bound has passed a time once it is later by this. */
  private static final Duration STEP = Duration.of(1, ChronoUnit.MICROS);

  private TimeForecast() {}

  /** When a bound passes a time. */
  static Instant passes(Moving bound, Instant time) {
    return time.minus(bound.offset()).plus(STEP);
  }

  static Instant before(Instant passed) {
    return passed.minus(STEP);
  }

  static Optional<Instant> nextChange(List<Instant> times, List<TimeRange> ranges, Instant now) {
    boolean current = holds(times, ranges, now);
    return ranges.stream()
        .flatMap(TimeRange::moving)
        .flatMap(bound -> times.stream().map(time -> passes(bound, time)))
        .filter(passed -> passed.isAfter(now))
        .sorted()
        .filter(passed -> holds(times, ranges, passed) != current)
        .findFirst();
  }

  private static boolean holds(List<Instant> times, List<TimeRange> ranges, Instant now) {
    return times.stream()
        .anyMatch(time -> ranges.stream().allMatch(range -> range.contains(time, now)));
  }
}
