package dev.shopwire.benchmarks.reads;

import dev.shopwire.benchmarks.population.EventShape;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** The reads of reports: counts, sums, groups, unique customers and percentiles. */
final class Reports {
  private static final String PATH = "/v1/usage_events/report?";
  private static final String ROWS =
      "case jsonb_typeof(properties -> 'rows') when 'number'"
          + " then (properties ->> 'rows')::numeric end";
  private static final String AMOUNT = ROWS.replace("'rows'", "'amount'");
  private static final int DAILY_GOAL = 20;
  private static final int GROUPS_GOAL = 300;
  private static final int UNIQUE_GOAL = 500;
  private static final int NO_GOAL = 0;

  private final long app;
  private final Days days;
  private final Days months;

  Reports(long app, LocalDate last) {
    this.app = app;
    this.days = Days.thirty(last);
    this.months = Days.twelveMonths(last);
  }

  List<Read> all() {
    List<Read> all = new ArrayList<>();
    all.add(daily("count of one event", "count", "count(*)", days, EventShape.EXPORTED));
    all.add(daily("count of all events", "count", "count(*)", days, ""));
    all.add(daily("sum", "sum&overProperty=rows", "sum(" + ROWS + ")", days, EventShape.EXPORTED));
    all.add(daily("sum of decimals", "sum&overProperty=amount", "sum(" + AMOUNT + ")", days, ""));
    for (String zone : List.of("Europe/Zurich", "Asia/Kolkata")) {
      Days local = days.in(zone);
      all.add(daily("count, " + zone, "count", "count(*)", local, EventShape.EXPORTED));
      all.add(
          daily(
              "sum, " + zone,
              "sum&overProperty=rows",
              "sum(" + ROWS + ")",
              local,
              EventShape.EXPORTED));
    }
    all.add(grouped("count by plan", "count", "count(*)", "plan", EventShape.EXPORTED));
    all.add(
        grouped(
            "sum by plan",
            "sum&overProperty=amount",
            "sum(" + AMOUNT + ")",
            "plan",
            EventShape.EXPORTED));
    all.add(grouped("count by country", "count", "count(*)", "country", EventShape.EXPORTED));
    all.add(grouped("count of all events by plan", "count", "count(*)", "plan", ""));
    all.add(byManyValues());
    all.add(unique("unique shops of one event", EventShape.EXPORTED));
    all.add(unique("unique shops of all events", ""));
    all.add(median());
    return all;
  }

  private Read daily(String title, String calculation, String aggregate, Days range, String name) {
    String path = parameters(calculation, range, name) + "&interval=daily";
    String sql =
        select(range.bucket("day"), aggregate + " as value", range, name)
            + " group by 1 order by 1";
    return Read.ofApi("30 days daily: " + title, path, sql, DAILY_GOAL).withCheck();
  }

  private Read grouped(
      String title, String calculation, String aggregate, String property, String name) {
    String path = parameters(calculation, months, name) + "&interval=monthly&groupBy=" + property;
    String keys = months.bucket("month") + ", properties ->> '" + property + "'";
    String sql =
        select(keys, aggregate + " as value", months, name) + " group by 1, 2 order by 1, 2";
    return Read.ofApi("12 months: " + title, path, sql, GROUPS_GOAL).withCheck();
  }

  /** Groups by a property with a different value in each event. */
  private Read byManyValues() {
    String path =
        parameters("count", days, EventShape.SENT) + "&interval=monthly&groupBy=document&limit=25";
    String sql =
        select("properties ->> 'document'", "count(*)", days, EventShape.SENT)
            + " group by 1 order by 2 desc limit 25";
    return Read.ofApi("30 days: count by a property of many values", path, sql, NO_GOAL);
  }

  private Read unique(String title, String name) {
    String path = parameters("unique", days, name) + "&interval=daily";
    String sql = withTotal("count(distinct customer_id)", name);
    return Read.ofApi("30 days daily: " + title, path, sql, UNIQUE_GOAL).withCheck();
  }

  private Read median() {
    String path =
        parameters("median&overProperty=rows", days, EventShape.EXPORTED) + "&interval=daily";
    String sql =
        withTotal(
            "percentile_cont(0.5) within group (order by (" + ROWS + ")::float8)",
            EventShape.EXPORTED);
    return Read.ofApi("30 days daily: median", path, sql, NO_GOAL).withCheck();
  }

  /** Aggregates by day and over all days, which is not the sum of the days. */
  private String withTotal(String aggregate, String name) {
    return select(days.bucket("day"), aggregate + " as whole", days, name)
        + " group by rollup (1) order by 1";
  }

  private static String parameters(String calculation, Days range, String name) {
    String event = name.isEmpty() ? "" : "&eventName=" + name;
    return PATH + "calculation=" + calculation + event + "&" + range.parameters();
  }

  private String select(String keys, String aggregate, Days range, String name) {
    return "select %s, %s from usage_events where app_id = %d%s and %s"
        .formatted(
            keys,
            aggregate,
            app,
            name.isEmpty() ? "" : " and event_name = '" + name + "'",
            range.condition());
  }
}
