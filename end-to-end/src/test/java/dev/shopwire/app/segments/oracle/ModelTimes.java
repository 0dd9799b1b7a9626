package dev.shopwire.app.segments.oracle;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Random times of the model, at which bounds of conditions often lie. */
final class ModelTimes {
  /** Where local days of the tested zones have 23, 25 or other numbers of hours, or start late. */
  private static final List<Instant> ANCHORS =
      List.of(
          Instant.parse("2026-03-29T00:59:59.999999Z"),
          Instant.parse("2026-03-28T23:00:00Z"),
          Instant.parse("2026-10-24T22:00:00Z"),
          Instant.parse("2026-10-25T01:30:00Z"),
          Instant.parse("2026-03-08T05:00:00Z"),
          Instant.parse("2026-11-01T04:00:00Z"),
          Instant.parse("2026-11-02T05:00:00Z"),
          Instant.parse("2026-04-03T13:00:00Z"),
          Instant.parse("2026-10-03T13:30:00Z"),
          Instant.parse("2026-04-23T22:00:00Z"),
          Instant.parse("2026-10-29T21:00:00Z"),
          Instant.parse("2026-09-06T04:00:00Z"),
          Instant.parse("2026-04-05T04:00:00Z"),
          Instant.parse("2025-12-31T23:00:00Z"));

  private static final List<Duration> DISTANCES =
      List.of(
          Duration.ofMinutes(30),
          Duration.ofHours(1),
          Duration.ofHours(12),
          Duration.ofDays(1),
          Duration.ofDays(7),
          Duration.ofDays(14),
          Duration.ofDays(30),
          Duration.ofDays(90));

  private static final Duration MICRO = Duration.of(1, ChronoUnit.MICROS);

  private ModelTimes() {}

  /** Days and instants in the forms that count as times, and texts that nearly do. */
  static String date(Dice dice) {
    if (dice.oneIn(6)) {
      return dice.of(
          "2026-02-30",
          "2026-11-21T25:00",
          "2026-11-21T09:30+14:01",
          "2026-1-2",
          "20261121",
          "tomorrow",
          " 2026-11-21",
          "2026-11-21x",
          "2026-11-21T",
          "");
    }
    Instant time = time(dice);
    LocalDate day = LocalDate.ofInstant(time, ZoneOffset.UTC);
    String atSeconds = time.truncatedTo(ChronoUnit.SECONDS).toString();
    String atMinutes = time.truncatedTo(ChronoUnit.MINUTES).toString().substring(0, 16);
    return dice.of(
        day.toString(),
        day.toString(),
        atMinutes,
        atMinutes.replace('T', ' '),
        atMinutes + "Z",
        atMinutes + "+05:30",
        atMinutes + "-14:00",
        atSeconds,
        atSeconds.replace('T', ' ').replace("Z", ""),
        atSeconds.replace("Z", ".123+01:00"),
        atSeconds.replace("Z", ".123456Z"));
  }

  /** A time near a change of the clock, or at about a usual distance from now. */
  static Instant time(Dice dice) {
    if (dice.oneIn(3)) {
      return dice.any(ANCHORS)
          .plus(dice.of(Duration.ZERO, Duration.ofHours(1), MICRO))
          .minus(dice.of(Duration.ZERO, Duration.ofDays(1), MICRO));
    }
    Duration distance = dice.any(DISTANCES).plusSeconds(dice.below(1_200) - 600);
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    return dice.oneIn(3) ? now.plus(distance) : now.minus(distance);
  }

  /** A time at which an event may occur: less than a day ahead. */
  static Instant eventTime(Dice dice) {
    Instant time = time(dice);
    return time.isAfter(Instant.now().plus(Duration.ofHours(23)))
        ? Instant.now().plus(Duration.ofMinutes(dice.below(20 * 60))).truncatedTo(ChronoUnit.MICROS)
        : time;
  }

  /** Midnight of a day, or the moment before. */
  static Instant midnight(Dice dice, Instant time, ZoneId zone) {
    Instant start = LocalDate.ofInstant(time, zone).atStartOfDay(zone).toInstant();
    return start.minus(dice.of(Duration.ZERO, MICRO));
  }
}
