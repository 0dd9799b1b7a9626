package dev.shopwire.benchmarks.reads;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;

/** A range of local days, both ends included, as request parameters and as an SQL condition. */
record Days(LocalDate first, LocalDate last, String zone) {
  static Days thirty(LocalDate last) {
    return new Days(last.minusDays(29), last, "UTC");
  }

  static Days twelveMonths(LocalDate last) {
    return new Days(last.withDayOfMonth(1).minusMonths(11), last, "UTC");
  }

  static Days twelveWeeks(LocalDate last) {
    LocalDate monday = last.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
    return new Days(monday.minusWeeks(11), last, "UTC");
  }

  Days in(String otherZone) {
    return new Days(first, last, otherZone);
  }

  String parameters() {
    return "startDate=" + first + "&endDate=" + last + "&timezone=" + zone;
  }

  String condition() {
    return "occurred_at >= %s and occurred_at < %s"
        .formatted(midnight(first), midnight(last.plusDays(1)));
  }

  /** The local start of an event's bucket. */
  String bucket(String unit) {
    return "date_trunc('%s', occurred_at at time zone '%s')".formatted(unit, zone);
  }

  String midnight(LocalDate date) {
    return "timestamp '%s' at time zone '%s'".formatted(date, zone);
  }
}
