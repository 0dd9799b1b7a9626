package dev.shopwire.common.time;

import dev.shopwire.common.json.Times;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

/**
 * The range {@code start ≤ t < end}, seen in {@code zone}.
 *
 * @param end after {@code start}
 */
public record TimeRange(Instant start, Instant end, ZoneId zone) {

  /**
   * @param last the last day, inclusive
   */
  public static TimeRange ofDays(LocalDate first, LocalDate last, ZoneId zone) {
    return new TimeRange(
        first.atStartOfDay(zone).toInstant(),
        last.plusDays(1).atStartOfDay(zone).toInstant(),
        zone);
  }

  /** The range of the same length just before: as many local days, if it consists of local days. */
  public TimeRange previous() {
    if (!isWholeDays()) {
      return new TimeRange(start.minus(Duration.between(start, end)), start, zone);
    }
    LocalDate first = LocalDate.ofInstant(start, zone);
    long days = ChronoUnit.DAYS.between(first, lastDay()) + 1;
    return ofDays(first.minusDays(days), first.minusDays(1), zone);
  }

  /** The same local days, {@code step} earlier in the calendar. */
  public TimeRange minus(Period step) {
    return ofDays(LocalDate.ofInstant(start, zone).minus(step), lastDay().minus(step), zone);
  }

  private LocalDate lastDay() {
    return LocalDate.ofInstant(end, zone).minusDays(1);
  }

  /** The start in responses: a date if the range consists of local days, else the instant. */
  public String startDate() {
    return isWholeDays() ? LocalDate.ofInstant(start, zone).toString() : Times.format(start);
  }

  /** The end in responses: the last day, inclusive, or the instant, exclusive. */
  public String endDate() {
    return isWholeDays() ? lastDay().toString() : Times.format(end);
  }

  /** Whether it consists of local days. */
  public boolean isWholeDays() {
    return isStartOfDay(start) && isStartOfDay(end);
  }

  private boolean isStartOfDay(Instant instant) {
    ZonedDateTime local = instant.atZone(zone);
    return local.toLocalTime().equals(LocalTime.MIDNIGHT)
        || local.toLocalDate().atStartOfDay(zone).toInstant().equals(instant);
  }
}
