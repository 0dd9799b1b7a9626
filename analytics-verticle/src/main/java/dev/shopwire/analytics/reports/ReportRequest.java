package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.query.CustomerFilter;
import dev.shopwire.common.events.PropertyPath;
import dev.shopwire.common.query.Query;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The parameters of a report.
 *
 * @param limit the maximum number of groups, besides the rest
 * @param comparesPrevious whether the previous range is requested, too
 */
record ReportRequest(
    Optional<String> eventName,
    Measure measure,
    ReportPeriod period,
    CustomerFilter customer,
    Optional<PropertyPath> groupBy,
    int limit,
    boolean comparesPrevious) {
  static final int MAX_NAME = 1_000;
  private static final int DEFAULT_GROUPS = 25;
  private static final int MAX_GROUPS = 1_000;

  /** Reads the parameters; validation errors are recorded in {@code query}. */
  static ReportRequest read(Query query, Instant now) {
    Measure measure = Measure.read(query);
    ReportPeriod period = ReportPeriod.read(query, now);
    Optional<PropertyPath> groupBy = Measure.path(query, "groupBy");
    int limit = query.integer("limit", DEFAULT_GROUPS, 1, MAX_GROUPS);
    if (query.has("limit") && !query.has("groupBy")) {
      query.addError(
          "limit", "group_by_missing", "is the maximum number of groups and requires groupBy");
    }
    Optional<String> compare = query.choice("compare", List.of("previous"));
    if (compare.isPresent() && period.isAllTime()) {
      query.addError(
          "compare",
          "nothing_before",
          "cannot be combined with all_time, which has no previous range");
    }
    return new ReportRequest(
        query.text("eventName", MAX_NAME),
        measure,
        period,
        CustomerFilter.read(query),
        groupBy,
        limit,
        compare.isPresent());
  }

  /** The report of a saved metric: not grouped, not compared. */
  static ReportRequest of(
      String eventName, Measure measure, ReportPeriod period, CustomerFilter customer) {
    return new ReportRequest(
        Optional.of(eventName), measure, period, customer, Optional.empty(), 0, false);
  }
}
