package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.filters.PropertyPath;
import dev.shopwire.analytics.query.Arguments;
import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.analytics.reports.ReportPeriod.Window;
import dev.shopwire.analytics.reports.ReportReader.Answer;
import dev.shopwire.analytics.reports.ReportReader.Told;
import dev.shopwire.analytics.time.Buckets;
import dev.shopwire.common.query.AppScope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The steps of one report on one connection. */
final class ReportSnapshot {
  private final Snapshot snapshot;
  private final AppScope caller;
  private final ReportRequest request;
  private final boolean rollups;

  /**
   * @param rollups whether they may hold what is asked for
   */
  ReportSnapshot(Snapshot snapshot, AppScope caller, ReportRequest request, boolean rollups) {
    this.snapshot = snapshot;
    this.caller = caller;
    this.request = request;
    this.rollups = rollups;
  }

  /** What reading comes to. */
  record Work(Scope scope, Coverage coverage, Window window, Buckets buckets, int grain) {}

  /**
   * @param accepts whether to do so much here
   * @return nothing if it doesn't
   */
  Future<Optional<Answer>> read(Predicate<Work> accepts) {
    return request
        .customer()
        .find(snapshot, caller)
        .map(customer -> Scope.of(caller.appId(), request.eventName(), customer))
        .compose(scope -> extent(scope).compose(extent -> work(scope, extent)))
        .compose(
            work ->
                accepts.test(work)
                    ? answer(work).map(Optional::of)
                    : Future.succeededFuture(Optional.empty()));
  }

  private Future<Optional<Span>> extent(Scope scope) {
    if (!request.period().isAllTime()) {
      return Future.succeededFuture(Optional.empty());
    }
    Arguments arguments = new Arguments();
    String where = scope.where(arguments);
    return snapshot
        .query(
            "select (select min(occurred_at) from usage_events where "
                + where
                + ") as first, (select max(occurred_at) from usage_events where "
                + where
                + ") as last",
            arguments.tuple())
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
    return coverage.map(covered -> new Work(scope, covered, window, buckets, grain));
  }

  private Future<Answer> answer(Work work) {
    Future<Optional<Told>> previous =
        request.compares() ? previous(work).map(Optional::of) : none();
    return told(work)
        .compose(
            told ->
                previous.map(
                    before ->
                        new Answer(told, before, Source.of(work.coverage), Optional.empty())));
  }

  private static Future<Optional<Told>> none() {
    return Future.succeededFuture(Optional.empty());
  }

  private Future<Told> previous(Work work) {
    Window before = work.window.previous();
    Buckets buckets = ReportReader.buckets(before, request);
    Work earlier = new Work(work.scope, work.coverage, before, buckets, work.grain);
    return total(earlier).map(total -> new Told(before, buckets, total, List.of()));
  }

  private Future<Told> told(Work work) {
    if (request.groupBy().isEmpty()) {
      return total(work).map(total -> new Told(work.window, work.buckets, total, List.of()));
    }
    if (work.coverage.raw().isPresent()) {
      return new RawFigures(work.scope, request.measure(), work.buckets)
          .groups(snapshot, request.groupBy().get(), request.limit())
          .map(read -> new Told(work.window, work.buckets, read.total(), read.groups()));
    }
    return groups(work, partials(work), request.groupBy().get());
  }

  private Future<Series> total(Work work) {
    Calculation calculation = request.measure().calculation();
    return calculation.merges()
        ? partials(work)
            .totals(work.buckets)
            .map(cells -> Series.of(calculation, byBucket(cells), work.buckets.size()))
        : new RawFigures(work.scope, request.measure(), work.buckets).series(snapshot);
  }

  private Partials partials(Work work) {
    return new Partials(
        snapshot, work.scope, request.measure(), work.coverage, work.buckets, work.grain);
  }

  /** First which groups are the largest, then their figures; the rest is what remains. */
  private Future<Told> groups(Work work, Partials partials, PropertyPath groupBy) {
    return partials
        .top(groupBy, request.limit())
        .compose(
            top ->
                (top.isEmpty()
                        ? Future.succeededFuture(Map.<Cell, Partial>of())
                        : partials.groups(groupBy, top, work.buckets))
                    .compose(
                        groups ->
                            partials
                                .totals(work.buckets)
                                .compose(
                                    all -> snapshot.compute(() -> told(work, top, groups, all)))));
  }

  private Told told(
      Work work, List<String> top, Map<Cell, Partial> groups, Map<Cell, Partial> all) {
    Calculation calculation = request.measure().calculation();
    int buckets = work.buckets.size();
    Map<Integer, Partial> rest = byBucket(all);
    Series total = Series.of(calculation, rest, buckets);
    List<Map<Integer, Partial>> own = new ArrayList<>();
    top.forEach(key -> own.add(new HashMap<>()));
    groups.forEach(
        (cell, partial) -> {
          own.get(cell.group()).put(cell.bucket(), partial);
          rest.merge(cell.bucket(), partial, Partial::minus);
        });
    List<Group> told = new ArrayList<>();
    for (int i = 0; i < top.size(); i++) {
      told.add(new Group(Optional.of(top.get(i)), Series.of(calculation, own.get(i), buckets)));
    }
    told.add(new Group(Optional.empty(), Series.of(calculation, rest, buckets)));
    return new Told(work.window, work.buckets, total, told);
  }

  private static Map<Integer, Partial> byBucket(Map<Cell, Partial> cells) {
    Map<Integer, Partial> buckets = new HashMap<>();
    cells.forEach((cell, partial) -> buckets.put(cell.bucket(), partial));
    return buckets;
  }
}
