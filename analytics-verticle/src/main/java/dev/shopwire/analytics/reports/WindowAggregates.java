package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.query.ReadView;
import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.analytics.rollups.AggregateReads;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.time.Buckets;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Calculates one measure over several time windows, which may overlap, reading the events once. Not
 * thread-safe; use from one event loop.
 */
public final class WindowAggregates {
  private final AggregateReads reads;

  public WindowAggregates(AggregateReads reads) {
    this.reads = reads;
  }

  /**
   * @param values in the order of the windows
   * @param asOf since when events are missing, if any are
   */
  public record Values(List<Optional<BigDecimal>> values, Source source, Optional<Instant> asOf) {}

  public Future<Values> read(AppScope app, String eventName, Measure measure, List<Span> windows) {
    Scope scope = Scope.of(app.appId(), Optional.of(eventName), Optional.empty());
    if (!measure.calculation().isMergeable()) {
      return reads
          .ofEvents(app)
          .compose(
              view ->
                  view.scan(snapshot -> each(snapshot, scope, measure, windows))
                      .map(values -> new Values(values, Source.EVENTS, view.asOf())));
    }
    return reads.ofAggregates(app).compose(view -> merged(view, scope, measure, windows));
  }

  /** For mergeable values, the aggregates between all bounds are enough. */
  private static Future<Values> merged(
      ReadView view, Scope scope, Measure measure, List<Span> windows) {
    Buckets between = between(windows);
    Coverage ofNone = Coverage.ofNone(scope);
    return view.lookup(
            snapshot ->
                Coverage.read(snapshot, scope, measure, Optional.empty())
                    .compose(
                        coverage ->
                            coverage.raw().isPresent()
                                ? Future.succeededFuture(
                                    Optional.<Map<Cell, PartialAggregate>>empty())
                                : parts(snapshot, scope, measure, coverage, between)
                                    .map(Optional::of)))
        .compose(
            inRollups ->
                inRollups.isPresent()
                    ? Future.succeededFuture(
                        values(measure, inRollups.get(), between, windows, Source.ROLLUPS, view))
                    : view.scan(snapshot -> parts(snapshot, scope, measure, ofNone, between))
                        .map(
                            parts ->
                                values(measure, parts, between, windows, Source.EVENTS, view)));
  }

  private static Values values(
      Measure measure,
      Map<Cell, PartialAggregate> parts,
      Buckets between,
      List<Span> windows,
      Source source,
      ReadView view) {
    return new Values(
        windows.stream()
            .map(window -> value(measure.calculation(), parts, between, window))
            .toList(),
        source,
        view.asOf());
  }

  private static Future<Map<Cell, PartialAggregate>> parts(
      Snapshot snapshot, Scope scope, Measure measure, Coverage coverage, Buckets between) {
    return new PartialAggregates(snapshot, scope, measure, coverage, between, RollupSpans.QUARTER)
        .totals(between);
  }

  private static Buckets between(List<Span> windows) {
    List<Instant> bounds =
        new ArrayList<>(
            windows.stream()
                .flatMap(window -> Stream.of(window.since(), window.until()))
                .distinct()
                .sorted()
                .toList());
    Instant end = bounds.remove(bounds.size() - 1);
    return new Buckets(bounds, Collections.nCopies(bounds.size(), ""), end);
  }

  private static Optional<BigDecimal> value(
      Calculation calculation, Map<Cell, PartialAggregate> parts, Buckets between, Span window) {
    PartialAggregate total = PartialAggregate.NONE;
    for (int i = 0; i < between.size(); i++) {
      Instant start = between.starts().get(i);
      if (!start.isBefore(window.since()) && start.isBefore(window.until())) {
        total = total.plus(parts.getOrDefault(new Cell(Cell.ALL, i), PartialAggregate.NONE));
      }
    }
    return Optional.ofNullable(calculation.of(total)).map(ReportNumbers::of);
  }

  private static Future<List<Optional<BigDecimal>>> each(
      Snapshot snapshot, Scope scope, Measure measure, List<Span> windows) {
    Instant first = windows.stream().map(Span::since).min(Instant::compareTo).orElseThrow();
    Instant last = windows.stream().map(Span::until).max(Instant::compareTo).orElseThrow();
    SqlParameters parameters = new SqlParameters();
    Aggregate aggregate = measure.calculation().aggregate();
    String sql =
        "with e as materialized (select occurred_at as at, "
            + measure.value(parameters)
            + " as x "
            + scope.from(parameters, List.of(new Span(first, last)))
            + ") select "
            + aggregate.outer()
            + " as value from (select w.place, "
            + aggregate.inner()
            + " from unnest("
            + parameters.add(Span.sql(windows, Span::since))
            + "::timestamptz[], "
            + parameters.add(Span.sql(windows, Span::until))
            + "::timestamptz[]) with ordinality as w(since, until, place)"
            + " left join e on at >= w.since and at < w.until group by w.place) q order by place";
    return snapshot
        .query(sql, parameters.tuple())
        .map(
            rows -> {
              List<Optional<BigDecimal>> values = new ArrayList<>();
              for (Row row : rows) {
                values.add(Optional.ofNullable(row.getBigDecimal("value")).map(ReportNumbers::of));
              }
              return values;
            });
  }
}
