package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.filters.PropertyPath;
import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.analytics.query.SqlParameters;
import dev.shopwire.analytics.time.Buckets;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads mergeable aggregates by bucket: from rollups if they have them, else from the events. */
final class PartialAggregates {
  private final Snapshot snapshot;
  private final Scope scope;
  private final Measure measure;
  private final Coverage coverage;
  private final RollupSpans spans;
  private final Span range;

  /**
   * @param buckets that divide the range
   * @param grain of the spans that are read, the same for totals and for groups, so that the groups
   *     never add up to more than the total, even while events arrive
   */
  PartialAggregates(
      Snapshot snapshot,
      Scope scope,
      Measure measure,
      Coverage coverage,
      Buckets buckets,
      int grain) {
    this.snapshot = snapshot;
    this.scope = scope;
    this.measure = measure;
    this.coverage = coverage;
    this.spans = RollupSpans.of(buckets, grain, coverage.mergedBefore());
    this.range = new Span(buckets.starts().get(0), buckets.end());
  }

  /** The aggregates of all events, by bucket. */
  Future<Map<Cell, PartialAggregate>> totals(Buckets by) {
    Map<Cell, PartialAggregate> cells = new HashMap<>();
    List<Future<Void>> steps = new ArrayList<>();
    if (!coverage.rolledUp().isEmpty()) {
      SqlParameters arguments = new SqlParameters();
      rollups(arguments, Optional.empty())
          .ifPresent(
              from ->
                  steps.add(
                      read(
                          "select "
                              + Scope.bucket(arguments, "r.bucket", by.starts())
                              + " as bucket, "
                              + PartialAggregate.OF_ROLLUPS
                              + from
                              + " group by 1",
                          arguments,
                          by,
                          cells)));
      steps.add(totals(scope.withNames(coverage.rolledUp()), spans.raw(), by, cells));
    }
    coverage.raw().ifPresent(raw -> steps.add(totals(raw, List.of(range), by, cells)));
    return Future.all(steps).map(cells);
  }

  private Future<Void> totals(
      Scope of, List<Span> within, Buckets by, Map<Cell, PartialAggregate> cells) {
    if (within.isEmpty()) {
      return Future.succeededFuture();
    }
    SqlParameters arguments = new SqlParameters();
    return read(
        "select "
            + Scope.bucket(arguments, "occurred_at", by.starts())
            + " as bucket, "
            + measure.partial(arguments)
            + " "
            + of.from(arguments, within)
            + " group by 1",
        arguments,
        by,
        cells);
  }

  private Future<Void> read(
      String sql, SqlParameters arguments, Buckets by, Map<Cell, PartialAggregate> cells) {
    return snapshot.forEach(
        by.size(),
        sql,
        arguments.tuple(),
        row ->
            cells.merge(
                new Cell(Cell.ALL, row.getInteger("bucket") - 1),
                PartialAggregate.read(row),
                PartialAggregate::plus));
  }

  /**
   * The values of a property with the largest aggregates, in order. PostgreSQL ranks them, so that
   * it doesn't matter how many there are.
   */
  Future<List<String>> top(PropertyPath groupBy, int limit) {
    SqlParameters arguments = new SqlParameters();
    List<String> sources = new ArrayList<>(grouped(arguments, groupBy, measure));
    if (measure.over().isPresent()) {
      // Events without the measured property form groups, too.
      grouped(arguments, groupBy, Measure.OF_EVENTS).stream()
          .map(
              source ->
                  "select grp, 0::bigint as events, 0::bigint as numbers, 0::numeric as total from ("
                      + source
                      + ") present")
          .forEach(sources::add);
    }
    GroupKeys texts = new GroupKeys(snapshot.budget());
    if (sources.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    String sql =
        "select grp from ("
            + String.join(" union all ", sources)
            + ") part group by grp order by "
            + measure.calculation().rank()
            + " desc nulls last, "
            + GroupValue.sqlOrder("grp")
            + " limit "
            + arguments.add(limit);
    return snapshot
        .forEach(
            limit * GroupKeys.ROWS_OF_TEXT,
            sql,
            arguments.tuple(),
            row -> texts.add(row.getString("grp")))
        .map(done -> texts.all());
  }

  /** Queries with the columns {@code grp, events, numbers, total}; a group may come repeatedly. */
  private List<String> grouped(SqlParameters arguments, PropertyPath groupBy, Measure of) {
    List<String> sources = new ArrayList<>();
    rollups(arguments, Optional.of(groupBy), of)
        .ifPresent(
            from ->
                sources.add("select r.group_value as grp, r.events, r.numbers, r.total" + from));
    if (!spans.raw().isEmpty()) {
      String group = GroupValue.sql(groupBy.sql(arguments));
      sources.add(
          "select grp, events, numbers, total from (select "
              + group
              + " as grp, "
              + of.partial(arguments)
              + " "
              + scope.withNames(coverage.rolledUp()).from(arguments, spans.raw())
              + " group by 1) edge where grp is not null");
    }
    return sources;
  }

  /**
   * The aggregates of the events with each of some values of a property, by bucket.
   *
   * @param groups whose indexes identify the cells
   */
  Future<Map<Cell, PartialAggregate>> groups(
      PropertyPath groupBy, List<String> groups, Buckets by) {
    Map<Cell, PartialAggregate> cells = new HashMap<>();
    List<Future<Void>> steps = new ArrayList<>();
    SqlParameters arguments = new SqlParameters();
    rollups(arguments, Optional.of(groupBy))
        .ifPresent(
            from ->
                steps.add(
                    readGroups(
                        "select r.group_value as grp, r.bucket as at, r.events, r.numbers, r.total"
                            + from,
                        PartialAggregate.OF_PARTS,
                        groups,
                        by,
                        arguments,
                        cells)));
    if (!spans.raw().isEmpty()) {
      SqlParameters edges = new SqlParameters();
      steps.add(
          readGroups(
              "select "
                  + GroupValue.sql(groupBy.sql(edges))
                  + " as grp, occurred_at as at, e.* "
                  + scope.withNames(coverage.rolledUp()).from(edges, spans.raw()),
              measure.partial(edges),
              groups,
              by,
              edges,
              cells));
    }
    return Future.all(steps).map(cells);
  }

  private Future<Void> readGroups(
      String source,
      String columns,
      List<String> groups,
      Buckets by,
      SqlParameters arguments,
      Map<Cell, PartialAggregate> cells) {
    String sql =
        "select g.place::int as place, "
            + Scope.bucket(arguments, "e.at", by.starts())
            + " as bucket, "
            + columns
            + " from ("
            + source
            + ") e join unnest("
            + arguments.add(groups.toArray(String[]::new))
            + "::text[]) with ordinality as g(grp, place) on g.grp = e.grp group by 1, 2";
    return snapshot.forEach(
        (long) groups.size() * by.size(),
        sql,
        arguments.tuple(),
        row ->
            cells.merge(
                new Cell(row.getInteger("place") - 1, row.getInteger("bucket") - 1),
                PartialAggregate.read(row),
                PartialAggregate::plus));
  }

  private Optional<String> rollups(SqlParameters arguments, Optional<PropertyPath> groupBy) {
    return rollups(arguments, groupBy, measure);
  }

  /**
   * A clause {@code from … where …} over the rows {@code r} of rollups; empty if none are needed.
   */
  private Optional<String> rollups(
      SqlParameters arguments, Optional<PropertyPath> groupBy, Measure of) {
    return spans.days().isEmpty() && spans.fine().isEmpty()
        ? Optional.empty()
        : Optional.of(
            " from "
                + RollupCells.sql(
                    arguments, scope.appId(), coverage.rolledUp(), of.over(), groupBy, spans)
                + " r where true");
  }
}
