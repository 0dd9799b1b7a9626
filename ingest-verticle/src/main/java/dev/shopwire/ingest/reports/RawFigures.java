package dev.shopwire.ingest.reports;

import dev.shopwire.ingest.filters.PropertyPath;
import dev.shopwire.ingest.query.Arguments;
import dev.shopwire.ingest.time.Buckets;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads any figures from the events themselves, one statement a report. */
final class RawFigures {
  private static final List<Optional<String>> REST = List.of(Optional.empty());

  private final Scope scope;
  private final Measure measure;
  private final Buckets buckets;

  RawFigures(Scope scope, Measure measure, Buckets buckets) {
    this.scope = scope;
    this.measure = measure;
    this.buckets = buckets;
  }

  /**
   * @param groups in their order, the rest at the end; empty where nothing is grouped
   */
  record Figures(Series total, List<Group> groups) {}

  Future<Series> series(SqlConnection connection) {
    Arguments arguments = new Arguments();
    String sql =
        measure.calculation() == Calculation.UNIQUE ? unique(arguments) : series(arguments);
    return connection
        .preparedQuery(sql)
        .execute(arguments.tuple())
        .map(rows -> read(rows, List.of()).total());
  }

  /** Bucket by bucket: telling values apart is cheap while they are few, and no event is sorted. */
  private String unique(Arguments arguments) {
    List<Span> each = new ArrayList<>();
    for (int i = 0; i < buckets.size(); i++) {
      each.add(new Span(buckets.starts().get(i), buckets.end(i)));
    }
    return "with e as materialized (select b, x from unnest("
        + arguments.of(Span.sql(each, Span::since))
        + "::timestamptz[], "
        + arguments.of(Span.sql(each, Span::until))
        + "::timestamptz[]) with ordinality as span(since, until, b) cross join lateral (select"
        + " distinct "
        + measure.value(arguments)
        + " as x from usage_events e where "
        + scope.where(arguments)
        + " and occurred_at >= since and occurred_at < until) q where x is not null)"
        + " select null::text as grp, b::int as b, 2 as level, count(*)::numeric as value from e"
        + " group by b union all select null, null, 3, count(*) from (select distinct x from e) q";
  }

  private String series(Arguments arguments) {
    Aggregate aggregate = Aggregate.of(measure.calculation());
    return "with e as ("
        + events(arguments, "")
        + ") select null::text as grp, b, case when b is null then 3 else 2 end as level, "
        + aggregate.columns(measure.calculation())
        + " from (select b, "
        + aggregate.inner()
        + " from e group by grouping sets ((b), ())) q";
  }

  /** The groups with the largest values, and one of all other events. */
  Future<Figures> groups(SqlConnection connection, PropertyPath groupBy, int limit) {
    Arguments arguments = new Arguments();
    Aggregate aggregate = Aggregate.of(measure.calculation());
    String sql =
        "with e as materialized ("
            + events(arguments, GroupValue.sql(groupBy.sql(arguments)) + " as g, ")
            + "), top as (select g from (select g, "
            + aggregate.inner()
            + " from e where g is not null group by g) q order by "
            + aggregate.outer()
            + " desc nulls last, "
            + GroupValue.sqlOrder("g")
            + " limit "
            + arguments.of(limit)
            + ") select grp, b, level, "
            + aggregate.columns(measure.calculation())
            + " from (select top.g as grp, b, grouping(top.g, b) as level, "
            + aggregate.inner()
            + " from e left join top on top.g = e.g"
            + " group by grouping sets ((top.g, b), (top.g), (b), ())) q";
    return connection.preparedQuery(sql).execute(arguments.tuple()).map(rows -> read(rows, REST));
  }

  private String events(Arguments arguments, String group) {
    Span whole = new Span(buckets.starts().get(0), buckets.end());
    // What counts once need not be kept twice.
    String distinct = measure.calculation() == Calculation.UNIQUE ? "distinct " : "";
    return "select "
        + distinct
        + Scope.bucket(arguments, "occurred_at", buckets.starts())
        + " as b, "
        + group
        + measure.value(arguments)
        + " as x "
        + scope.from(arguments, List.of(whole));
  }

  /** Levels: 0 a group's bucket, 1 a group, 2 a bucket, 3 all; no group is the rest. */
  private Figures read(RowSet<Row> rows, List<Optional<String>> always) {
    Calculation calculation = measure.calculation();
    Map<Optional<String>, Series> groups = new LinkedHashMap<>();
    always.forEach(key -> groups.put(key, Series.empty(calculation, buckets.size())));
    Series total = Series.empty(calculation, buckets.size());
    for (Row row : rows) {
      int level = row.getInteger("level");
      Optional<String> key = Optional.ofNullable(row.getString("grp"));
      Series old =
          level >= 2
              ? total
              : groups.computeIfAbsent(key, k -> Series.empty(calculation, buckets.size()));
      Series changed = set(old, row, level % 2 == 1);
      if (level >= 2) {
        total = changed;
      } else {
        groups.put(key, changed);
      }
    }
    List<Group> sorted = new ArrayList<>();
    groups.forEach((key, series) -> sorted.add(new Group(key, series)));
    sorted.sort(
        (one, other) ->
            one.key().isPresent() && other.key().isPresent()
                ? Group.compare(one, other)
                : Boolean.compare(other.key().isPresent(), one.key().isPresent()));
    return new Figures(total, sorted);
  }

  private Series set(Series series, Row row, boolean whole) {
    BigDecimal value = measure.value(row);
    if (whole) {
      return series.withValue(value);
    }
    series.points().set(row.getInteger("b") - 1, value);
    return series;
  }
}
