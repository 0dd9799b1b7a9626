package dev.shopwire.analytics.cohorts;

import dev.shopwire.analytics.time.Bounds;
import dev.shopwire.analytics.time.Buckets;
import dev.shopwire.analytics.time.Interval;
import dev.shopwire.analytics.time.TimeRange;
import dev.shopwire.common.query.Query;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/**
 * The ISO weeks, from local Monday to Monday, that a range touches.
 *
 * @param weeks the first one cut to the start of the range, the last one to its end
 */
record CohortWeeks(TimeRange range, Buckets weeks) {
  private static final int DEFAULT = 12;
  private static final int MAX = 104;

  /** What is left open is closed: to the end of today, from so many weeks before, from a Monday. */
  static CohortWeeks read(Query query, Instant now) {
    Bounds bounds = Bounds.read(query);
    ZoneId zone = bounds.zone();
    // Its end, where it is left open, and an end after every start.
    Instant end = bounds.orLastDays(now).end();
    Instant start = bounds.start().orElseGet(() -> weeksBefore(end, zone));
    TimeRange range = new TimeRange(start, end, zone);
    Buckets weeks = Buckets.of(range, Interval.WEEKLY);
    if (weeks.size() > MAX) {
      query.fault("startDate", "range_too_long", "must be up to " + MAX + " weeks before endDate");
    }
    return new CohortWeeks(range, weeks);
  }

  private static Instant weeksBefore(Instant end, ZoneId zone) {
    Instant last = Interval.WEEKLY.floor(end.minusNanos(1), zone);
    return LocalDate.ofInstant(last, zone).minusWeeks(DEFAULT - 1).atStartOfDay(zone).toInstant();
  }
}
