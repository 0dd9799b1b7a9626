package dev.shopwire.attribution.overview;

import dev.shopwire.common.contracts.OverviewRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.time.TimeZones;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * The local days of a range, and the range of as many days before it.
 *
 * @param dates in order; without those that a zone skipped when it crossed the date line
 * @param starts of the days
 * @param end of the last day
 * @param previousStart the start of the range before
 */
record LocalDays(List<LocalDate> dates, List<Instant> starts, Instant end, Instant previousStart) {
  /** As many as the buckets of a report. */
  static final int MAX = 10_000;

  /**
   * @throws Failure 422 if the dates or the zone are invalid, or the range is empty or too long
   */
  static LocalDays of(OverviewRequest request) {
    ZoneId zone =
        TimeZones.find(request.timezone())
            .orElseThrow(
                () ->
                    Failure.invalidParameter(
                        "timezone", "invalid_timezone", "timezone " + TimeZones.EXPECTED));
    LocalDate first = date("startDate", request.startDate());
    LocalDate last = date("endDate", request.endDate());
    long days = ChronoUnit.DAYS.between(first, last) + 1;
    if (days < 1) {
      throw Failure.invalidParameter(
          "endDate", "empty_range", "endDate must not precede startDate");
    }
    if (days > MAX) {
      throw Failure.invalidParameter(
          "startDate",
          "too_many_buckets",
          "startDate and endDate have %d days between them, at most %d are possible"
              .formatted(days, MAX));
    }
    return of(first, last, zone);
  }

  static LocalDays of(LocalDate first, LocalDate last, ZoneId zone) {
    List<LocalDate> dates = new ArrayList<>();
    List<Instant> starts = new ArrayList<>();
    for (LocalDate date = first; !date.isAfter(last); date = date.plusDays(1)) {
      if (start(date, zone).isBefore(start(date.plusDays(1), zone))) {
        dates.add(date);
        starts.add(start(date, zone));
      }
    }
    long days = ChronoUnit.DAYS.between(first, last) + 1;
    return new LocalDays(
        dates, starts, start(last.plusDays(1), zone), start(first.minusDays(days), zone));
  }

  private static Instant start(LocalDate date, ZoneId zone) {
    return date.atStartOfDay(zone).toInstant();
  }

  private static LocalDate date(String name, String text) {
    try {
      LocalDate date = LocalDate.parse(text);
      if (date.getYear() >= 1 && date.getYear() <= 9_999) {
        return date;
      }
    } catch (DateTimeException e) {
      // reported below, as is a year that PostgreSQL or other programs can't read
    }
    throw Failure.invalidParameter(
        name, "invalid_" + name, name + " must be a date such as 2026-03-29");
  }
}
