package dev.shopwire.sources.connections;

import dev.shopwire.sources.dialects.Dialect;
import dev.shopwire.sources.dialects.StreamRule;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** Divides ranges of time into windows that a platform accepts. */
public final class Windows {
  private Windows() {}

  /**
   * A range of time in whole seconds; a request includes both ends.
   *
   * @param to after {@code from}
   */
  public record Window(Instant from, Instant to) {}

  /** The first window of the range from {@code from} to {@code end}, which is later. */
  public static Window first(Instant from, Instant end, Duration longest) {
    Instant start = from.truncatedTo(ChronoUnit.SECONDS);
    Instant to = start.plus(longest);
    return new Window(start, to.isBefore(end) ? to : end);
  }

  /** The number of windows of a range. */
  static int count(Instant from, Instant end, Duration longest) {
    long seconds = Math.max(0, Duration.between(from, end).toSeconds());
    return Math.max(1, (int) ((seconds + longest.toSeconds() - 1) / longest.toSeconds()));
  }

  /** The number of windows of a range, over all streams of a dialect. */
  static int count(Instant from, Instant end, Dialect dialect) {
    return dialect.streams().stream()
        .map(StreamRule::window)
        .mapToInt(longest -> count(from, end, longest))
        .sum();
  }

  public static Instant startOf(LocalDate date) {
    return date.atStartOfDay(ZoneOffset.UTC).toInstant();
  }
}
