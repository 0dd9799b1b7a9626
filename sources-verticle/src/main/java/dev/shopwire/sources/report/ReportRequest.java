package dev.shopwire.sources.report;

import dev.shopwire.common.query.Query;
import dev.shopwire.common.time.Bounds;
import dev.shopwire.common.time.Buckets;
import dev.shopwire.common.time.Interval;
import dev.shopwire.common.time.TimeRange;
import dev.shopwire.sources.figures.Metric;
import dev.shopwire.sources.figures.ReportBuckets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The parameters of a report.
 *
 * @param metrics each once, in the order of the request
 * @param byPlan whether metrics of subscriptions have a series for each plan
 */
record ReportRequest(List<Metric> metrics, Interval interval, TimeRange range, boolean byPlan) {
  /** The values of the parameter {@code interval}. */
  static final List<String> INTERVALS = List.of("daily", "weekly", "monthly");

  private static final int MAX_METRICS = 2_000;
  private static final Duration A_QUARTER = Duration.ofDays(92).plusHours(2);
  private static final Duration A_YEAR = Duration.ofDays(370);

  /** Reads the parameters; validation errors are recorded in {@code query}. */
  static ReportRequest read(Query query, Instant now) {
    List<Metric> metrics = metrics(query);
    Optional<Interval> interval = query.choice("interval", INTERVALS).map(Interval::of);
    boolean byPlan = query.choice("groupBy", List.of("plan")).isPresent();
    Bounds bounds = Bounds.read(query);
    TimeRange range = range(bounds, interval.orElse(Interval.DAILY), now);
    Interval unit = interval.orElseGet(() -> byLength(range));
    if (Buckets.of(range, unit).size() > ReportBuckets.MAX) {
      query.addError(
          "interval",
          "too_many_buckets",
          "must be longer for this range, since it leads to more than "
              + ReportBuckets.MAX
              + " buckets");
    }
    return new ReportRequest(metrics, unit, range, byPlan);
  }

  private static List<Metric> metrics(Query query) {
    Optional<String> text = query.text("metrics", MAX_METRICS);
    if (text.isEmpty()) {
      return Arrays.asList(Metric.values());
    }
    String[] names = text.get().split(",", -1);
    Set<Metric> metrics = new LinkedHashSet<>();
    for (int i = 0; i < names.length; i++) {
      Optional<Metric> metric = Metric.of(names[i].strip());
      if (metric.isEmpty()) {
        query.addError(
            "metrics/" + i, "unknown_metric", "must be one of " + String.join(", ", Metric.ids()));
      }
      metric.ifPresent(metrics::add);
    }
    return List.copyOf(metrics);
  }

  /** The requested range, by default of the usual number of buckets to the end of today. */
  private static TimeRange range(Bounds bounds, Interval unit, Instant now) {
    if (bounds.start().isPresent() || unit == Interval.DAILY) {
      return bounds.orLastDays(now);
    }
    TimeRange days = bounds.orLastDays(now);
    LocalDate last = LocalDate.ofInstant(days.end().minusNanos(1), bounds.zone());
    LocalDate first =
        unit == Interval.WEEKLY
            ? last.minusWeeks(11).minusDays(last.getDayOfWeek().getValue() - 1L)
            : last.minusMonths(11).withDayOfMonth(1);
    return new TimeRange(first.atStartOfDay(bounds.zone()).toInstant(), days.end(), bounds.zone());
  }

  private static Interval byLength(TimeRange range) {
    Duration length = Duration.between(range.start(), range.end());
    if (length.compareTo(A_QUARTER) <= 0) {
      return Interval.DAILY;
    }
    return length.compareTo(A_YEAR) <= 0 ? Interval.WEEKLY : Interval.MONTHLY;
  }

  /** The buckets, of which those are known that begin before {@code completeTo}. */
  ReportBuckets buckets(Instant completeTo) {
    return ReportBuckets.of(range, interval, completeTo);
  }
}
