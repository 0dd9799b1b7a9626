package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.filters.PropertyPath;
import dev.shopwire.analytics.query.Arguments;
import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.analytics.time.Buckets;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads figures that add up, by bucket: from rollups what they hold, from the events what remains.
 */
final class Partials {
  private final Snapshot snapshot;
  private final Scope scope;
  private final Measure measure;
  private final Coverage coverage;
  private final RollupSpans spans;
  private final Span whole;

  /**
   * @param buckets that divide the range
   * @param grain of the spans that are read, the same for wholes and for groups: then the groups
   *     never add up to more than the whole, even while events arrive
   */
  Partials(
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
    this.whole = new Span(buckets.starts().get(0), buckets.end());
  }

  /** Of all events, by bucket. */
  Future<Map<Cell, Partial>> totals(Buckets by) {
    Map<Cell, Partial> cells = new HashMap<>();
    List<Future<Void>> steps = new ArrayList<>();
    if (!coverage.rolledUp().isEmpty()) {
      Arguments arguments = new Arguments();
      rollups(arguments, Optional.empty())
          .ifPresent(
              from ->
                  steps.add(
                      read(
                          "select "
                              + Scope.bucket(arguments, "r.bucket", by.starts())
                              + " as bucket, "
                              + Partial.OF_ROLLUPS
                              + from
                              + " group by 1",
                          arguments,
                          by,
                          cells)));
      steps.add(totals(scope.withNames(coverage.rolledUp()), spans.raw(), by, cells));
    }
    coverage.raw().ifPresent(raw -> steps.add(totals(raw, List.of(whole), by, cells)));
    return Future.all(steps).map(cells);
  }

  private Future<Void> totals(Scope of, List<Span> within, Buckets by, Map<Cell, Partial> cells) {
    if (within.isEmpty()) {
      return Future.succeededFuture();
    }
    Arguments arguments = new Arguments();
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

  private Future<Void> read(String sql, Arguments arguments, Buckets by, Map<Cell, Partial> cells) {
    return snapshot.forEach(
        by.size(),
        sql,
        arguments.tuple(),
        row ->
            cells.merge(
                new Cell(Cell.ALL, row.getInteger("bucket") - 1),
                Partial.read(row),
                Partial::plus));
  }

  /**
   * Which values of a property have the largest figures, in their order: PostgreSQL ranks them, so
   * that it doesn't matter how many there are.
   */
  Future<List<String>> top(PropertyPath groupBy, int limit) {
    Arguments arguments = new Arguments();
    List<String> sources = new ArrayList<>(grouped(arguments, groupBy, measure));
    if (measure.over().isPresent()) {
      // A group without the property is one all the same.
      grouped(arguments, groupBy, Measure.OF_EVENTS).stream()
          .map(
              source ->
                  "select grp, 0::bigint as events, 0::bigint as numbers, 0::numeric as total from ("
                      + source
                      + ") present")
          .forEach(sources::add);
    }
    GroupTexts texts = new GroupTexts(snapshot.budget());
    if (sources.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    String sql =
        "select grp from ("
            + String.join(" union all ", sources)
            + ") part group by grp order by "
            + rank()
            + " desc nulls last, "
            + GroupValue.sqlOrder("grp")
            + " limit "
            + arguments.of(limit);
    return snapshot
        .forEach(
            limit * GroupTexts.ROWS_OF_TEXT,
            sql,
            arguments.tuple(),
            row -> texts.add(row.getString("grp")))
        .map(done -> texts.all());
  }

  private String rank() {
    return switch (measure.calculation()) {
      case COUNT -> "sum(events)";
      case SUM -> "sum(total)";
      case AVG -> Aggregate.average("sum(total)", "sum(numbers)");
      default -> throw new IllegalStateException(measure.calculation().word() + " has no rest");
    };
  }

  /** Statements with the columns {@code grp, events, numbers, total}, a group maybe repeatedly. */
  private List<String> grouped(Arguments arguments, PropertyPath groupBy, Measure of) {
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
   * Of the events with each of some values of a property, by bucket.
   *
   * @param groups whose places are in the answer
   */
  Future<Map<Cell, Partial>> groups(PropertyPath groupBy, List<String> groups, Buckets by) {
    Map<Cell, Partial> cells = new HashMap<>();
    List<Future<Void>> steps = new ArrayList<>();
    Arguments arguments = new Arguments();
    rollups(arguments, Optional.of(groupBy))
        .ifPresent(
            from ->
                steps.add(
                    readGroups(
                        "select r.group_value as grp, r.bucket as at, r.events, r.numbers, r.total"
                            + from,
                        Partial.OF_PARTS,
                        groups,
                        by,
                        arguments,
                        cells)));
    if (!spans.raw().isEmpty()) {
      Arguments edges = new Arguments();
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
      String figures,
      List<String> groups,
      Buckets by,
      Arguments arguments,
      Map<Cell, Partial> cells) {
    String sql =
        "select g.place::int as place, "
            + Scope.bucket(arguments, "e.at", by.starts())
            + " as bucket, "
            + figures
            + " from ("
            + source
            + ") e join unnest("
            + arguments.of(groups.toArray(String[]::new))
            + "::text[]) with ordinality as g(grp, place) on g.grp = e.grp group by 1, 2";
    return snapshot.forEach(
        (long) groups.size() * by.size(),
        sql,
        arguments.tuple(),
        row ->
            cells.merge(
                new Cell(row.getInteger("place") - 1, row.getInteger("bucket") - 1),
                Partial.read(row),
                Partial::plus));
  }

  private Optional<String> rollups(Arguments arguments, Optional<PropertyPath> groupBy) {
    return rollups(arguments, groupBy, measure);
  }

  /**
   * A clause {@code from … where …} over the rows {@code r} of rollups; empty if there are none.
   */
  private Optional<String> rollups(
      Arguments arguments, Optional<PropertyPath> groupBy, Measure of) {
    return spans.days().isEmpty() && spans.fine().isEmpty()
        ? Optional.empty()
        : Optional.of(
            " from "
                + RollupCells.sql(
                    arguments, scope.appId(), coverage.rolledUp(), of.over(), groupBy, spans)
                + " r where true");
  }
}
