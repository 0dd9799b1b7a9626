package dev.shopwire.ingest.time;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/**
 * {@code start ≤ t < end}, as seen in {@code zone}.
 *
 * @param end after {@code start}
 */
public record TimeRange(Instant start, Instant end, ZoneId zone) {

  /** How an answer tells the start: a date if a local day starts there, else the instant. */
  public String startDate() {
    return isWholeDays() ? LocalDate.ofInstant(start, zone).toString() : Bounds.text(start, zone);
  }

  /** How an answer tells the end: the last day, which is in, or the instant, which is out. */
  public String endDate() {
    return isWholeDays()
        ? LocalDate.ofInstant(end, zone).minusDays(1).toString()
        : Bounds.text(end, zone);
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
