package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.common.events.PropertyPath;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.time.Buckets;
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
      SqlParameters parameters = new SqlParameters();
      rollups(parameters, Optional.empty())
          .ifPresent(
              from ->
                  steps.add(
                      read(
                          "select "
                              + Scope.bucket(parameters, "r.bucket", by.starts())
                              + " as bucket, "
                              + PartialAggregate.merged(measure.calculation())
                              + from
                              + " group by 1",
                          parameters,
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
    SqlParameters parameters = new SqlParameters();
    return read(
        "select "
            + Scope.bucket(parameters, "occurred_at", by.starts())
            + " as bucket, "
            + measure.partial(parameters)
            + " "
            + of.from(parameters, within)
            + " group by 1",
        parameters,
        by,
        cells);
  }

  private Future<Void> read(
      String sql, SqlParameters parameters, Buckets by, Map<Cell, PartialAggregate> cells) {
    return snapshot.forEach(
        by.size(),
        sql,
        parameters.tuple(),
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
    SqlParameters parameters = new SqlParameters();
    List<String> sources = new ArrayList<>(grouped(parameters, groupBy, measure));
    if (measure.overProperty().isPresent()) {
      // Events without the measured property form groups, too.
      grouped(parameters, groupBy, Measure.OF_EVENTS).stream()
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
            + parameters.add(limit);
    return snapshot
        .forEach(
            limit * GroupKeys.ROWS_OF_TEXT,
            sql,
            parameters.tuple(),
            row -> texts.add(row.getString("grp")))
        .map(done -> texts.all());
  }

  /** Queries with the columns {@code grp, events, numbers, total}; a group may come repeatedly. */
  private List<String> grouped(SqlParameters parameters, PropertyPath groupBy, Measure of) {
    List<String> sources = new ArrayList<>();
    rollups(parameters, Optional.of(groupBy), of)
        .ifPresent(
            from ->
                sources.add("select r.group_value as grp, r.events, r.numbers, r.total" + from));
    if (!spans.raw().isEmpty()) {
      String group = GroupValue.sql(groupBy.sql(parameters));
      sources.add(
          "select grp, events, numbers, total from (select "
              + group
              + " as grp, "
              + of.partial(parameters)
              + " "
              + scope.withNames(coverage.rolledUp()).from(parameters, spans.raw())
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
    SqlParameters parameters = new SqlParameters();
    rollups(parameters, Optional.of(groupBy))
        .ifPresent(
            from ->
                steps.add(
                    readGroups(
                        "select r.group_value as grp, r.bucket as at, r.events, r.numbers, r.total"
                            + from,
                        PartialAggregate.merged(measure.calculation()),
                        groups,
                        by,
                        parameters,
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
      SqlParameters parameters,
      Map<Cell, PartialAggregate> cells) {
    String sql =
        "select g.place::int as place, "
            + Scope.bucket(parameters, "e.at", by.starts())
            + " as bucket, "
            + columns
            + " from ("
            + source
            + ") e join unnest("
            + parameters.add(groups.toArray(String[]::new))
            + "::text[]) with ordinality as g(grp, place) on g.grp = e.grp group by 1, 2";
    return snapshot.forEach(
        (long) groups.size() * by.size(),
        sql,
        parameters.tuple(),
        row ->
            cells.merge(
                new Cell(row.getInteger("place") - 1, row.getInteger("bucket") - 1),
                PartialAggregate.read(row),
                PartialAggregate::plus));
  }

  private Optional<String> rollups(SqlParameters parameters, Optional<PropertyPath> groupBy) {
    return rollups(parameters, groupBy, measure);
  }

  /**
   * A clause {@code from … where …} over the rows {@code r} of rollups; empty if none are needed.
   */
  private Optional<String> rollups(
      SqlParameters parameters, Optional<PropertyPath> groupBy, Measure of) {
    return spans.days().isEmpty() && spans.fine().isEmpty()
        ? Optional.empty()
        : Optional.of(
            " from "
                + RollupCells.sql(
                    parameters,
                    scope.appId(),
                    coverage.rolledUp(),
                    of.overProperty(),
                    groupBy,
                    spans)
                + " r where true");
  }
}
