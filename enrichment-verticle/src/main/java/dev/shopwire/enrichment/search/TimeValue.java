package dev.shopwire.enrichment.search;

import dev.shopwire.common.time.Timestamps;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Optional;

/**
 * A time in a condition: a bare date is a whole local day, anything else an instant.
 *
 * @param start the instant, or the start of the day
 * @param end the instant, or the start of the next day
 */
record TimeValue(Instant start, Instant end) {
  static final String EXPECTED = "a date such as 2026-03-29, or an instant in ISO 8601";

  static Optional<TimeValue> of(String text, ZoneId zone) {
    if (!text.matches("\\d{4}-\\d{2}-\\d{2}")) {
      return Timestamps.ofIso(text).map(instant -> new TimeValue(instant, instant));
    }
    try {
      LocalDate date = LocalDate.parse(text);
      return date.getYear() < 1
          ? Optional.empty()
          : Optional.of(
              new TimeValue(
                  date.atStartOfDay(zone).toInstant(),
                  date.plusDays(1).atStartOfDay(zone).toInstant()));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  boolean isDay() {
    return !start.equals(end);
  }
}
