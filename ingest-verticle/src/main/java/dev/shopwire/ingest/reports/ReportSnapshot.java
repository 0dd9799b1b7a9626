package dev.shopwire.ingest.reports;

import dev.shopwire.ingest.filters.PropertyPath;
import dev.shopwire.ingest.query.Arguments;
import dev.shopwire.ingest.query.Caller;
import dev.shopwire.ingest.reports.Partials.Cut;
import dev.shopwire.ingest.reports.ReportPeriod.Window;
import dev.shopwire.ingest.reports.ReportReader.Answer;
import dev.shopwire.ingest.reports.ReportReader.Told;
import dev.shopwire.ingest.time.Buckets;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The steps of one report on one connection. */
final class ReportSnapshot {
  private final SqlConnection connection;
  private final Caller caller;
  private final ReportRequest request;
  private final boolean rollups;

  /**
   * @param rollups whether they may hold what is asked for
   */
  ReportSnapshot(SqlConnection connection, Caller caller, ReportRequest request, boolean rollups) {
    this.connection = connection;
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
        .find(connection, caller)
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
    return connection
        .preparedQuery(
            "select (select min(occurred_at) from usage_events where "
                + where
                + ") as first, (select max(occurred_at) from usage_events where "
                + where
                + ") as last")
        .execute(arguments.tuple())
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
            ? Coverage.read(connection, scope, request.measure(), request.groupBy())
            : Future.succeededFuture(Coverage.ofNone(scope));
    return coverage.map(covered -> new Work(scope, covered, window, buckets, grain));
  }

  private Future<Answer> answer(Work work) {
    Future<Optional<Told>> previous =
        request.compares() ? previous(work).map(Optional::of) : none();
    return told(work)
        .compose(told -> previous.map(before -> new Answer(told, before, Optional.empty())));
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
          .groups(connection, request.groupBy().get(), request.limit())
          .map(read -> new Told(work.window, work.buckets, read.total(), read.groups()));
    }
    return groups(work, partials(work), request.groupBy().get());
  }

  private Future<Series> total(Work work) {
    Calculation calculation = request.measure().calculation();
    return calculation.merges()
        ? partials(work)
            .read(Cut.of(work.buckets))
            .map(
                cells ->
                    Series.of(
                        calculation,
                        byGroup(cells).getOrDefault("", Map.of()),
                        work.buckets.size()))
        : new RawFigures(work.scope, request.measure(), work.buckets).series(connection);
  }

  private Partials partials(Work work) {
    return partials(work, request.measure());
  }

  private Partials partials(Work work, Measure measure) {
    return new Partials(connection, work.scope, measure, work.coverage, work.buckets, work.grain);
  }

  /** First which groups there are, then the figures of the largest; the rest is what remains. */
  private Future<Told> groups(Work work, Partials partials, PropertyPath groupBy) {
    Calculation calculation = request.measure().calculation();
    Cut whole = new Cut(Buckets.one(work.window.range()), Optional.of(groupBy), Optional.empty());
    Map<String, Partial> totals = new HashMap<>();
    return partials
        .read(whole)
        .onSuccess(cells -> cells.forEach((cell, partial) -> totals.put(cell.group(), partial)))
        .compose(
            read ->
                request.measure().over().isEmpty()
                    ? Future.succeededFuture(Map.<Cell, Partial>of())
                    : partials(work, Measure.OF_EVENTS).read(whole))
        .map(
            all -> {
              // A group without the property is one all the same.
              all.keySet().forEach(cell -> totals.putIfAbsent(cell.group(), Partial.NONE));
              return Group.top(calculation, totals, request.limit());
            })
        .compose(top -> groups(work, partials, groupBy, top));
  }

  private Future<Told> groups(
      Work work, Partials partials, PropertyPath groupBy, List<String> top) {
    Calculation calculation = request.measure().calculation();
    int buckets = work.buckets.size();
    Future<Map<Cell, Partial>> parts =
        top.isEmpty()
            ? Future.succeededFuture(Map.of())
            : partials.read(new Cut(work.buckets, Optional.of(groupBy), Optional.of(top)));
    return partials
        .read(Cut.of(work.buckets))
        .compose(
            all ->
                parts.map(
                    cells -> {
                      Map<Integer, Partial> rest =
                          new HashMap<>(byGroup(all).getOrDefault("", Map.of()));
                      Series total = Series.of(calculation, rest, buckets);
                      Map<String, Map<Integer, Partial>> byGroup = byGroup(cells);
                      List<Group> groups = new ArrayList<>();
                      for (String key : top) {
                        Map<Integer, Partial> own = byGroup.getOrDefault(key, Map.of());
                        own.forEach((bucket, part) -> rest.merge(bucket, part, Partial::minus));
                        groups.add(
                            new Group(Optional.of(key), Series.of(calculation, own, buckets)));
                      }
                      groups.add(
                          new Group(Optional.empty(), Series.of(calculation, rest, buckets)));
                      return new Told(work.window, work.buckets, total, groups);
                    }));
  }

  private static Map<String, Map<Integer, Partial>> byGroup(Map<Cell, Partial> cells) {
    Map<String, Map<Integer, Partial>> groups = new HashMap<>();
    cells.forEach(
        (cell, partial) ->
            groups
                .computeIfAbsent(cell.group(), group -> new HashMap<>())
                .put(cell.bucket(), partial));
    return groups;
  }
}
