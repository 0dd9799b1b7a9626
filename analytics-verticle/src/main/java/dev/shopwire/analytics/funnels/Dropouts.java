package dev.shopwire.analytics.funnels;

import dev.shopwire.analytics.query.ComputedRows;
import dev.shopwire.analytics.query.ListExport;
import dev.shopwire.analytics.query.ReadHandler;
import dev.shopwire.analytics.query.Reads;
import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.KeysetCursor;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Lists the shops that completed all steps before a given one but not that one, most recent first
 * (docs/api/reads.md).
 */
public final class Dropouts implements ReadHandler {
  private static final Comparator<DropoutRow> ORDER =
      Comparator.comparingLong(DropoutRow::reachedAt)
          .thenComparingLong(DropoutRow::customerId)
          .reversed();

  /** The longest export, about 40 bytes of memory per shop. */
  private static final int MAX_EXPORTED = 1_000_000;

  private final Reads reads;
  private final InstantSource clock;

  public Dropouts(Reads reads, InstantSource clock) {
    this.reads = reads;
    this.clock = clock;
  }

  @Override
  public Future<JsonResponse> handle(AppScope app, Query query) {
    FunnelRequest funnel = FunnelRequest.read(query, clock.instant());
    int step = step(query, funnel);
    int take = query.pageSize("take");
    query.throwIfInvalid();
    List<String> parameters = new ArrayList<>(FunnelRequest.parameterValues(query));
    parameters.add(Integer.toString(step));
    PageCursors cursors = query.cursors(app, parameters);
    Optional<KeysetCursor> after = KeysetCursor.read(query, cursors);
    return reads
        .scan(
            app,
            snapshot ->
                rows(snapshot, app, funnel, step, after, take + 1)
                    .compose(rows -> DropoutRow.withDomains(snapshot.connection(), app, rows)))
        .map(rows -> DropoutRow.response(rows, take, cursors));
  }

  /** The complete list, computed in memory; the shops' domains are read while it is sent. */
  public static ListExport export(InstantSource clock) {
    return (app, query, snapshot) -> {
      FunnelRequest funnel = FunnelRequest.read(query, clock.instant());
      int step = step(query, funnel);
      query.throwIfInvalid();
      return rows(snapshot, app, funnel, step, Optional.empty(), MAX_EXPORTED + 1)
          .map(
              rows -> {
                if (rows.size() > MAX_EXPORTED) {
                  throw snapshot.budget().tooManyRows(MAX_EXPORTED);
                }
                return ComputedRows.of(
                    rows,
                    (some, connection) ->
                        DropoutRow.withDomains(connection, app, some)
                            .map(all -> all.stream().map(DropoutRow::json).toList()));
              });
    };
  }

  /** The first {@code limit} rows, still without domains. */
  private static Future<List<DropoutRow>> rows(
      Snapshot snapshot,
      AppScope app,
      FunnelRequest funnel,
      int step,
      Optional<KeysetCursor> after,
      int limit) {
    DropoutCollector dropouts = new DropoutCollector(funnel.matching(), step - 1, after, limit);
    return new FunnelEvents(snapshot, app, funnel, Optional.empty())
        .forEachCustomer(new CustomerEventGroups(false), dropouts)
        .compose(done -> snapshot.compute(dropouts::rows));
  }

  private static int step(Query query, FunnelRequest funnel) {
    if (!query.has("step")) {
      query.addError("step", "required", "is required");
    }
    int last = funnel.steps().size() == 0 ? FunnelSteps.MAX : funnel.steps().size();
    return query.integer("step", 2, 2, last);
  }

  /** Keeps the first {@code limit} shops, in list order, that completed {@code reach} steps. */
  private static final class DropoutCollector implements CustomerEventGroups.Visitor {
    private final Matching matching;
    private final int reach;
    private final Optional<KeysetCursor> after;
    private final int limit;
    private final PriorityQueue<DropoutRow> first = new PriorityQueue<>(ORDER.reversed());

    DropoutCollector(Matching matching, int reach, Optional<KeysetCursor> after, int limit) {
      this.matching = matching;
      this.reach = reach;
      this.after = after;
      this.limit = limit;
    }

    @Override
    public void visit(
        long customerId, CustomerEvents events, CustomerEventGroups.FirstValue firstValue) {
      matching
          .furthest(events)
          .filter(attempt -> attempt.reach() == reach)
          .map(attempt -> new DropoutRow(customerId, attempt.time(reach - 1), ""))
          .filter(row -> after.map(row::isAfter).orElse(true))
          .ifPresent(this::add);
    }

    private void add(DropoutRow row) {
      first.add(row);
      if (first.size() > limit) {
        first.poll();
      }
    }

    List<DropoutRow> rows() {
      return first.stream().sorted(ORDER).toList();
    }
  }
}
