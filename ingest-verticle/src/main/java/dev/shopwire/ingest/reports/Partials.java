package dev.shopwire.ingest.reports;

import dev.shopwire.ingest.filters.PropertyPath;
import dev.shopwire.ingest.query.Arguments;
import dev.shopwire.ingest.time.Buckets;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads figures that add up, by bucket: from rollups what they hold, from the events what remains.
 * One statement a source.
 */
final class Partials {
  private final SqlConnection connection;
  private final Scope scope;
  private final Measure measure;
  private final Coverage coverage;
  private final RollupSpans spans;
  private final Span whole;

  /**
   * @param buckets that divide the range; what is read later may be by fewer
   * @param grain of the spans that are read, the same for wholes and for groups: then the groups
   *     never add up to more than the whole, even while events arrive
   */
  Partials(
      SqlConnection connection,
      Scope scope,
      Measure measure,
      Coverage coverage,
      Buckets buckets,
      int grain) {
    this.connection = connection;
    this.scope = scope;
    this.measure = measure;
    this.coverage = coverage;
    this.spans = RollupSpans.of(buckets, grain, coverage.mergedBefore());
    this.whole = new Span(buckets.starts().get(0), buckets.end());
  }

  /**
   * What is to be read.
   *
   * @param groupBy tells the figures apart by a property's values, of events that have it
   * @param only these of its values; empty for all
   */
  record Cut(Buckets buckets, Optional<PropertyPath> groupBy, Optional<List<String>> only) {
    static Cut of(Buckets buckets) {
      return new Cut(buckets, Optional.empty(), Optional.empty());
    }
  }

  Future<Map<Cell, Partial>> read(Cut cut) {
    Map<Cell, Partial> cells = new HashMap<>();
    List<Future<Void>> steps = new ArrayList<>();
    if (!coverage.rolledUp().isEmpty()) {
      steps.add(rollups(cut, cells));
      steps.add(events(cut, scope.withNames(coverage.rolledUp()), spans.raw(), cells));
    }
    coverage.raw().ifPresent(raw -> steps.add(events(cut, raw, List.of(whole), cells)));
    return Future.all(steps).map(cells);
  }

  private Future<Void> rollups(Cut cut, Map<Cell, Partial> cells) {
    if (spans.days().isEmpty() && spans.fine().isEmpty()) {
      return Future.succeededFuture();
    }
    Arguments arguments = new Arguments();
    String sql =
        "select "
            + Scope.bucket(arguments, "r.bucket", cut.buckets().starts())
            + " as bucket, r.group_value as grp, "
            + Partial.OF_ROLLUPS
            + " from "
            + RollupCells.sql(
                arguments, scope.appId(), coverage.rolledUp(), measure.over(), cut.groupBy(), spans)
            + " r"
            + cut.only()
                .map(only -> " where r.group_value " + Scope.oneOf(arguments, only))
                .orElse("")
            + " group by 1, 2";
    return run(sql, arguments, cells);
  }

  private Future<Void> events(Cut cut, Scope of, List<Span> within, Map<Cell, Partial> cells) {
    if (within.isEmpty()) {
      return Future.succeededFuture();
    }
    Arguments arguments = new Arguments();
    String group =
        cut.groupBy().map(path -> GroupValue.sql(path.sql(arguments))).orElse("''::text");
    String sql =
        "select "
            + Scope.bucket(arguments, "occurred_at", cut.buckets().starts())
            + " as bucket, "
            + group
            + " as grp, "
            + measure.partial(arguments)
            + " "
            + of.from(arguments, within)
            + cut.groupBy().map(path -> " and " + group + " is not null").orElse("")
            + cut.only()
                .map(only -> " and " + group + " " + Scope.oneOf(arguments, only))
                .orElse("")
            + " group by 1, 2";
    return run(sql, arguments, cells);
  }

  private Future<Void> run(String sql, Arguments arguments, Map<Cell, Partial> cells) {
    return connection
        .preparedQuery(sql)
        .execute(arguments.tuple())
        .onSuccess(
            rows -> {
              for (Row row : rows) {
                cells.merge(
                    new Cell(row.getString("grp"), row.getInteger("bucket") - 1),
                    Partial.read(row),
                    Partial::plus);
              }
            })
        .mapEmpty();
  }
}
