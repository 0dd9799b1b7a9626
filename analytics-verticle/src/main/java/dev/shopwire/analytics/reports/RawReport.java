package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.common.events.PropertyPath;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.time.Buckets;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the values of a report from the events themselves, with one statement. */
final class RawReport {
  /** The position of the rest: after all groups. */
  private static final int REST = Integer.MAX_VALUE;

  /** The level of the rows with the text of a group, which other rows lack. */
  private static final int TEXT = 4;

  private static final int POINT_BYTES = 8;

  private final Scope scope;
  private final Measure measure;
  private final Buckets buckets;

  RawReport(Scope scope, Measure measure, Buckets buckets) {
    this.scope = scope;
    this.measure = measure;
    this.buckets = buckets;
  }

  /**
   * @param groups in order, the rest last; empty if nothing is grouped
   */
  record Values(Series total, List<Group> groups) {}

  Future<Series> series(Snapshot snapshot) {
    SqlParameters parameters = new SqlParameters();
    String sql =
        measure.calculation().countsDistinctValues() ? distinct(parameters) : series(parameters);
    Collector collector = new Collector(snapshot);
    return snapshot
        .forEach(buckets.size() + 1L, sql, parameters.tuple(), collector::add)
        .map(done -> collector.total);
  }

  /** Bucket by bucket: distinguishing few values is cheap, and no events are sorted. */
  private String distinct(SqlParameters parameters) {
    List<Span> each = new ArrayList<>();
    for (int i = 0; i < buckets.size(); i++) {
      each.add(new Span(buckets.starts().get(i), buckets.end(i)));
    }
    return "with e as materialized (select b, x from unnest("
        + parameters.add(Span.sql(each, Span::since))
        + "::timestamptz[], "
        + parameters.add(Span.sql(each, Span::until))
        + "::timestamptz[]) with ordinality as span(since, until, b) cross join lateral (select"
        + " distinct "
        + measure.value(parameters)
        + " as x from stored_usage_events e where "
        + scope.where(parameters)
        + " and occurred_at >= since and occurred_at < until) q where x is not null)"
        + " select null::int as place, null::text as grp, b::int as b, 2 as level, count(*)::numeric as value from e"
        + " group by b union all select null, null, null, 3, count(*) from (select distinct x from e) q";
  }

  private String series(SqlParameters parameters) {
    Aggregate aggregate = measure.calculation().aggregate();
    return "with e as ("
        + events(parameters, "")
        + ") select null::int as place, null::text as grp, b, case when b is null then 3 else 2 end as level, "
        + aggregate.columns()
        + " from (select b, "
        + aggregate.inner()
        + " from e group by grouping sets ((b), ())) q";
  }

  /** The groups with the largest values, and one of all other events. */
  Future<Values> groups(Snapshot snapshot, PropertyPath groupBy, int limit) {
    SqlParameters parameters = new SqlParameters();
    Aggregate aggregate = measure.calculation().aggregate();
    String sql =
        "with e as materialized ("
            + events(parameters, GroupValue.sql(groupBy.sql(parameters)) + " as g, ")
            + "), top as materialized (select g, row_number() over (order by value desc nulls last, "
            + GroupValue.sqlOrder("g")
            + ")::int as place from (select g, "
            + aggregate.rank()
            + " as value from (select g, "
            + aggregate.inner()
            + " from e where g is not null group by g) q order by value desc nulls last, "
            + GroupValue.sqlOrder("g")
            + " limit "
            + parameters.add(limit)
            + ") ranked) select place, g as grp, null::int as b, 4 as level, null::numeric as value,"
            + " null::numeric as total, null::bigint as numbers from top"
            + " union all select place, null, b, level, "
            + aggregate.columns()
            + " from (select top.place, b, grouping(top.place, b) as level, "
            + aggregate.inner()
            + " from e left join top on top.g = e.g"
            + " group by grouping sets ((top.place, b), (top.place), (b), ())) q";
    Collector collector = new Collector(snapshot);
    collector.groups.put(REST, Series.empty(measure.calculation(), buckets.size()));
    return snapshot
        .forEach(
            (limit + 2L) * (buckets.size() + 1L) + limit * GroupKeys.ROWS_OF_TEXT,
            sql,
            parameters.tuple(),
            collector::add)
        .map(done -> collector.values());
  }

  private String events(SqlParameters parameters, String group) {
    Span range = new Span(buckets.starts().get(0), buckets.end());
    // Values that count once need not be kept twice.
    String distinct = measure.calculation().countsDistinctValues() ? "distinct " : "";
    return "select "
        + distinct
        + Scope.bucket(parameters, "occurred_at", buckets.starts())
        + " as b, "
        + group
        + measure.value(parameters)
        + " as x "
        + scope.from(parameters, List.of(range));
  }

  /**
   * Assembles the rows of one statement. Levels: 0 a group's bucket, 1 a group, 2 a bucket, 3 all,
   * 4 a group's text.
   */
  private final class Collector {
    private final Snapshot snapshot;
    private final Map<Integer, Series> groups = new TreeMap<>();
    private final Map<Integer, String> texts = new HashMap<>();
    private Series total = Series.empty(measure.calculation(), buckets.size());

    Collector(Snapshot snapshot) {
      this.snapshot = snapshot;
    }

    void add(Row row) {
      int level = row.getInteger("level");
      if (level == TEXT) {
        addText(row.getInteger("place"), row.getString("grp"));
        return;
      }
      boolean isTotal = level % 2 == 1;
      if (level >= 2) {
        total = set(total, row, isTotal);
        return;
      }
      Integer place = row.getInteger("place");
      int position = place == null ? REST : place;
      groups.put(position, set(group(position), row, isTotal));
    }

    private void addText(int position, String text) {
      // Once more in the response, and once as its bytes.
      snapshot.budget().addBytes(2L * text.length());
      texts.put(position, text);
    }

    private Series group(int position) {
      Series known = groups.get(position);
      if (known == null) {
        // A group's points take memory even if most of its buckets are empty.
        snapshot.budget().addBytes((long) POINT_BYTES * buckets.size());
      }
      return known == null ? Series.empty(measure.calculation(), buckets.size()) : known;
    }

    Values values() {
      List<Group> all = new ArrayList<>();
      groups.forEach(
          (position, series) ->
              all.add(new Group(Optional.ofNullable(texts.get(position)), series)));
      return new Values(total, all);
    }
  }

  private Series set(Series series, Row row, boolean isTotal) {
    BigDecimal value = measure.calculation().aggregate().value(row);
    if (isTotal) {
      return series.withValue(value);
    }
    series.points().set(row.getInteger("b") - 1, value);
    return series;
  }
}
