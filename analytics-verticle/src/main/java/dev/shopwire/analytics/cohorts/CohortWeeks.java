package dev.shopwire.analytics.cohorts;

import dev.shopwire.common.query.Query;
import dev.shopwire.common.time.Bounds;
import dev.shopwire.common.time.Buckets;
import dev.shopwire.common.time.Interval;
import dev.shopwire.common.time.TimeRange;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/**
 * The ISO weeks (local Monday to Monday) that overlap a range.
 *
 * @param weeks the first one cut to the start of the range, the last one to its end
 */
record CohortWeeks(TimeRange range, Buckets weeks) {
  private static final int DEFAULT_WEEKS = 12;
  private static final int MAX_WEEKS = 104;

  /** By default the range spans {@link #DEFAULT_WEEKS} weeks, from a Monday to the end of today. */
  static CohortWeeks read(Query query, Instant now) {
    Bounds bounds = Bounds.read(query);
    ZoneId zone = bounds.zone();
    // Defaults an open end, and ensures that it is after the start.
    Instant end = bounds.orLastDays(now).end();
    Instant start = bounds.start().orElseGet(() -> weeksBefore(end, zone));
    TimeRange range = new TimeRange(start, end, zone);
    Buckets weeks = Buckets.of(range, Interval.WEEKLY);
    if (weeks.size() > MAX_WEEKS) {
      query.addError(
          "startDate", "range_too_long", "must be at most " + MAX_WEEKS + " weeks before endDate");
    }
    return new CohortWeeks(range, weeks);
  }

  private static Instant weeksBefore(Instant end, ZoneId zone) {
    Instant last = Interval.WEEKLY.floor(end.minusNanos(1), zone);
    return LocalDate.ofInstant(last, zone)
        .minusWeeks(DEFAULT_WEEKS - 1)
        .atStartOfDay(zone)
        .toInstant();
  }
}
