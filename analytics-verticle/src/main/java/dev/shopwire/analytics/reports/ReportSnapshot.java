package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.analytics.reports.ReportPeriod.Window;
import dev.shopwire.analytics.reports.ReportReader.RangeValues;
import dev.shopwire.analytics.reports.ReportReader.Result;
import dev.shopwire.common.events.PropertyPath;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.time.Buckets;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Runs the steps of one report on one connection. */
final class ReportSnapshot {
  private final Snapshot snapshot;
  private final AppScope app;
  private final ReportRequest request;
  private final boolean rollups;

  /**
   * @param rollups whether they may cover the report
   */
  ReportSnapshot(Snapshot snapshot, AppScope app, ReportRequest request, boolean rollups) {
    this.snapshot = snapshot;
    this.app = app;
    this.request = request;
    this.rollups = rollups;
  }

  /**
   * The work to do for a report.
   *
   * @param countsStoredShops whether {@link UniqueShops} has the values
   */
  record Work(
      Scope scope,
      Coverage coverage,
      Window window,
      Buckets buckets,
      int grain,
      boolean countsStoredShops) {
    /** Whether events of the range must be read, besides those at the edges of rollups. */
    boolean readsEvents(Calculation calculation) {
      return coverage.raw().isPresent() || !(calculation.isMergeable() || countsStoredShops);
    }

    private Work with(Window other, Buckets otherBuckets) {
      return new Work(scope, coverage, other, otherBuckets, grain, countsStoredShops);
    }
  }

  /**
   * @param accepts decides whether to do the work here
   * @return empty if it is not accepted
   */
  Future<Optional<Result>> read(Predicate<Work> accepts) {
    return request
        .customer()
        .find(snapshot, app)
        .map(customer -> Scope.of(app.appId(), request.eventName(), customer))
        .compose(scope -> extent(scope).compose(extent -> work(scope, extent)))
        .compose(
            work ->
                accepts.test(work)
                    ? result(work).map(Optional::of)
                    : Future.succeededFuture(Optional.empty()));
  }

  private Future<Optional<Span>> extent(Scope scope) {
    if (!request.period().isAllTime()) {
      return Future.succeededFuture(Optional.empty());
    }
    SqlParameters parameters = new SqlParameters();
    String where = scope.where(parameters);
    return snapshot
        .query(
            "select (select min(occurred_at) from stored_usage_events where "
                + where
                + ") as first, (select max(occurred_at) from stored_usage_events where "
                + where
                + ") as last",
            parameters.tuple())
        .map(ReportSnapshot::extent);
  }

  private static Optional<Span> extent(RowSet<Row> rows) {
    Row row = rows.iterator().next();
    return row.getOffsetDateTime("first") == null
        ? Optional.empty()
        : Optional.of(
            new Span(
                row.getOffsetDateTime("first").toInstant(),
                row.getOffsetDateTime("last").toInstant()));
  }

  private Future<Work> work(Scope scope, Optional<Span> extent) {
    Window window = request.period().window(extent);
    Buckets buckets = ReportReader.buckets(window, request);
    int grain = request.groupBy().isPresent() ? RollupSpans.HOUR : RollupSpans.QUARTER;
    Future<Coverage> coverage =
        rollups
            ? Coverage.read(snapshot, scope, request.measure(), request.groupBy())
            : Future.succeededFuture(Coverage.ofNone(scope));
    return coverage.compose(
        covered ->
            countsStoredShops(scope, covered, window, buckets)
                .map(stored -> new Work(scope, covered, window, buckets, grain, stored)));
  }

  private Future<Boolean> countsStoredShops(
      Scope scope, Coverage coverage, Window window, Buckets buckets) {
    if (!rollups || !UniqueShops.isPossible(request)) {
      return Future.succeededFuture(false);
    }
    List<Buckets> all =
        request.comparesPrevious()
            ? List.of(buckets, ReportReader.buckets(window.previous(), request))
            : List.of(buckets);
    return UniqueShops.isStored(snapshot, scope, coverage, all);
  }

  private Future<Result> result(Work work) {
    Future<Optional<RangeValues>> previous =
        request.comparesPrevious() ? previous(work).map(Optional::of) : none();
    return rangeValues(work)
        .compose(
            values ->
                previous.map(before -> new Result(values, before, source(work), Optional.empty())));
  }

  private Source source(Work work) {
    return work.readsEvents(request.measure().calculation()) ? Source.EVENTS : Source.ROLLUPS;
  }

  private static Future<Optional<RangeValues>> none() {
    return Future.succeededFuture(Optional.empty());
  }

  private Future<RangeValues> previous(Work work) {
    Window before = work.window.previous();
    Buckets buckets = ReportReader.buckets(before, request);
    return total(work.with(before, buckets))
        .map(total -> new RangeValues(before, buckets, total, List.of()));
  }

  private Future<RangeValues> rangeValues(Work work) {
    if (request.groupBy().isEmpty()) {
      return total(work).map(total -> new RangeValues(work.window, work.buckets, total, List.of()));
    }
    if (work.coverage.raw().isPresent()) {
      return new RawReport(work.scope, request.measure(), work.buckets)
          .groups(snapshot, request.groupBy().get(), request.limit())
          .map(read -> new RangeValues(work.window, work.buckets, read.total(), read.groups()));
    }
    return groups(work, partials(work), request.groupBy().get());
  }

  private Future<Series> total(Work work) {
    Calculation calculation = request.measure().calculation();
    if (work.countsStoredShops) {
      return UniqueShops.series(snapshot, work.scope, work.buckets);
    }
    return calculation.isMergeable()
        ? partials(work)
            .totals(work.buckets)
            .map(cells -> Series.of(calculation, byBucket(cells), work.buckets.size()))
        : new RawReport(work.scope, request.measure(), work.buckets).series(snapshot);
  }

  private PartialAggregates partials(Work work) {
    return new PartialAggregates(
        snapshot, work.scope, request.measure(), work.coverage, work.buckets, work.grain);
  }

  /** Finds the largest groups, then reads their values; the rest is what remains of the total. */
  private Future<RangeValues> groups(Work work, PartialAggregates partials, PropertyPath groupBy) {
    return partials
        .top(groupBy, request.limit())
        .compose(
            top ->
                (top.isEmpty()
                        ? Future.succeededFuture(Map.<Cell, PartialAggregate>of())
                        : partials.groups(groupBy, top, work.buckets))
                    .compose(
                        groups ->
                            partials
                                .totals(work.buckets)
                                .compose(
                                    all ->
                                        snapshot.compute(
                                            () -> rangeValues(work, top, groups, all)))));
  }

  private RangeValues rangeValues(
      Work work,
      List<String> top,
      Map<Cell, PartialAggregate> groups,
      Map<Cell, PartialAggregate> all) {
    Calculation calculation = request.measure().calculation();
    int buckets = work.buckets.size();
    Map<Integer, PartialAggregate> rest = byBucket(all);
    Series total = Series.of(calculation, rest, buckets);
    List<Map<Integer, PartialAggregate>> own = new ArrayList<>();
    top.forEach(key -> own.add(new HashMap<>()));
    groups.forEach(
        (cell, partial) -> {
          own.get(cell.group()).put(cell.bucket(), partial);
          rest.merge(cell.bucket(), partial, PartialAggregate::minus);
        });
    List<Group> result = new ArrayList<>();
    for (int i = 0; i < top.size(); i++) {
      result.add(new Group(Optional.of(top.get(i)), Series.of(calculation, own.get(i), buckets)));
    }
    result.add(new Group(Optional.empty(), Series.of(calculation, rest, buckets)));
    return new RangeValues(work.window, work.buckets, total, result);
  }

  private static Map<Integer, PartialAggregate> byBucket(Map<Cell, PartialAggregate> cells) {
    Map<Integer, PartialAggregate> buckets = new HashMap<>();
    cells.forEach((cell, partial) -> buckets.put(cell.bucket(), partial));
    return buckets;
  }
}
