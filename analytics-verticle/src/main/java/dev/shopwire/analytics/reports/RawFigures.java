package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.filters.PropertyPath;
import dev.shopwire.analytics.query.Arguments;
import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.analytics.time.Buckets;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads any figures from the events themselves, one statement a report. */
final class RawFigures {
  /** The place of the rest: after all groups. */
  private static final int REST = Integer.MAX_VALUE;

  /** The level of the rows that tell the group of a place; it is told no further. */
  private static final int TEXT = 4;

  private static final int POINT_BYTES = 8;

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

  Future<Series> series(Snapshot snapshot) {
    Arguments arguments = new Arguments();
    String sql =
        measure.calculation() == Calculation.UNIQUE ? unique(arguments) : series(arguments);
    Reading reading = new Reading(snapshot);
    return snapshot
        .forEach(buckets.size() + 1L, sql, arguments.tuple(), reading::add)
        .map(done -> reading.total);
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
        + " select null::int as place, null::text as grp, b::int as b, 2 as level, count(*)::numeric as value from e"
        + " group by b union all select null, null, null, 3, count(*) from (select distinct x from e) q";
  }

  private String series(Arguments arguments) {
    Aggregate aggregate = Aggregate.of(measure.calculation());
    return "with e as ("
        + events(arguments, "")
        + ") select null::int as place, null::text as grp, b, case when b is null then 3 else 2 end as level, "
        + aggregate.columns(measure.calculation())
        + " from (select b, "
        + aggregate.inner()
        + " from e group by grouping sets ((b), ())) q";
  }

  /** The groups with the largest values, and one of all other events. */
  Future<Figures> groups(Snapshot snapshot, PropertyPath groupBy, int limit) {
    Arguments arguments = new Arguments();
    Aggregate aggregate = Aggregate.of(measure.calculation());
    String sql =
        "with e as materialized ("
            + events(arguments, GroupValue.sql(groupBy.sql(arguments)) + " as g, ")
            + "), top as materialized (select g, row_number() over (order by value desc nulls last, "
            + GroupValue.sqlOrder("g")
            + ")::int as place from (select g, "
            + aggregate.rank(measure.calculation())
            + " as value from (select g, "
            + aggregate.inner()
            + " from e where g is not null group by g) q order by value desc nulls last, "
            + GroupValue.sqlOrder("g")
            + " limit "
            + arguments.of(limit)
            + ") ranked) select place, g as grp, null::int as b, 4 as level, null::numeric as value,"
            + " null::numeric as total, null::bigint as numbers from top"
            + " union all select place, null, b, level, "
            + aggregate.columns(measure.calculation())
            + " from (select top.place, b, grouping(top.place, b) as level, "
            + aggregate.inner()
            + " from e left join top on top.g = e.g"
            + " group by grouping sets ((top.place, b), (top.place), (b), ())) q";
    Reading reading = new Reading(snapshot);
    reading.groups.put(REST, Series.empty(measure.calculation(), buckets.size()));
    return snapshot
        .forEach(
            (limit + 2L) * (buckets.size() + 1L) + limit * GroupTexts.ROWS_OF_TEXT,
            sql,
            arguments.tuple(),
            reading::add)
        .map(done -> reading.figures());
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

  /**
   * The rows of one statement, put together. Levels: 0 a group's bucket, 1 a group, 2 a bucket, 3
   * all.
   */
  private final class Reading {
    private final Snapshot snapshot;
    private final Map<Integer, Series> groups = new TreeMap<>();
    private final Map<Integer, String> texts = new HashMap<>();
    private Series total = Series.empty(measure.calculation(), buckets.size());

    Reading(Snapshot snapshot) {
      this.snapshot = snapshot;
    }

    void add(Row row) {
      int level = row.getInteger("level");
      if (level == TEXT) {
        addText(row.getInteger("place"), row.getString("grp"));
        return;
      }
      boolean whole = level % 2 == 1;
      if (level >= 2) {
        total = set(total, row, whole);
        return;
      }
      Integer given = row.getInteger("place");
      int place = given == null ? REST : given;
      groups.put(place, set(group(place), row, whole));
    }

    private void addText(int place, String text) {
      // Once more in the answer, and once as its bytes.
      snapshot.budget().addBytes(2L * text.length());
      texts.put(place, text);
    }

    private Series group(int place) {
      Series known = groups.get(place);
      if (known == null) {
        // Most buckets of a group may be empty: its points take memory all the same.
        snapshot.budget().addBytes((long) POINT_BYTES * buckets.size());
      }
      return known == null ? Series.empty(measure.calculation(), buckets.size()) : known;
    }

    Figures figures() {
      List<Group> all = new ArrayList<>();
      groups.forEach(
          (place, series) -> all.add(new Group(Optional.ofNullable(texts.get(place)), series)));
      return new Figures(total, all);
    }
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
