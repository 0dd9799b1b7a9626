package dev.shopwire.common.time;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.time.zone.ZoneOffsetTransition;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The length of a bucket, in the local time of a zone. Weeks start on Monday (ISO 8601). An hour
 * ends with the local clock's hour and where the clock changes, so that a day has 23, 24 or 25.
 */
public enum Interval {
  HOURLY,
  DAILY,
  WEEKLY,
  MONTHLY,
  YEARLY;

  private static final DateTimeFormatter HOUR =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssxxx", Locale.ROOT);

  /** The values of the parameters {@code period} and {@code interval}. */
  public static List<String> apiNames() {
    return Arrays.stream(values()).map(Interval::apiName).toList();
  }

  public static Interval of(String apiName) {
    return valueOf(apiName.toUpperCase(Locale.ROOT));
  }

  public String apiName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The start of the bucket that contains {@code instant}. */
  public Instant floor(Instant instant, ZoneId zone) {
    return this == HOURLY
        ? hourOf(instant, zone)
        : dateOf(LocalDate.ofInstant(instant, zone)).atStartOfDay(zone).toInstant();
  }

  /** The start of the bucket after the one that starts at {@code start}. */
  public Instant next(Instant start, ZoneId zone) {
    if (this == HOURLY) {
      return nextHour(start, zone);
    }
    LocalDate date = dateOf(LocalDate.ofInstant(start, zone));
    Instant next = start;
    // A zone that crossed the date line skipped a day.
    for (int steps = 1; !next.isAfter(start); steps++) {
      next = plus(date, steps).atStartOfDay(zone).toInstant();
    }
    return next;
  }

  /** A bucket's {@code date} in responses: its local start, for hours with the offset. */
  public String label(Instant start, ZoneId zone) {
    return this == HOURLY
        ? HOUR.format(start.atZone(zone))
        : LocalDate.ofInstant(start, zone).toString();
  }

  private LocalDate dateOf(LocalDate date) {
    return switch (this) {
      case WEEKLY -> date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
      case MONTHLY -> date.withDayOfMonth(1);
      case YEARLY -> date.withDayOfYear(1);
      default -> date;
    };
  }

  private LocalDate plus(LocalDate date, int steps) {
    return switch (this) {
      case WEEKLY -> date.plusWeeks(steps);
      case MONTHLY -> date.plusMonths(steps);
      case YEARLY -> date.plusYears(steps);
      default -> date.plusDays(steps);
    };
  }

  private static Instant hourOf(Instant instant, ZoneId zone) {
    ZoneOffset offset = zone.getRules().getOffset(instant);
    Instant hour =
        LocalDateTime.ofInstant(instant, offset).truncatedTo(ChronoUnit.HOURS).toInstant(offset);
    ZoneOffsetTransition before = zone.getRules().previousTransition(instant.plusNanos(1));
    return before != null && before.getInstant().isAfter(hour) ? before.getInstant() : hour;
  }

  private static Instant nextHour(Instant start, ZoneId zone) {
    ZoneOffset offset = zone.getRules().getOffset(start);
    Instant hour =
        LocalDateTime.ofInstant(start, offset)
            .truncatedTo(ChronoUnit.HOURS)
            .plusHours(1)
            .toInstant(offset);
    ZoneOffsetTransition after = zone.getRules().nextTransition(start);
    return after != null && after.getInstant().isBefore(hour) ? after.getInstant() : hour;
  }
}
