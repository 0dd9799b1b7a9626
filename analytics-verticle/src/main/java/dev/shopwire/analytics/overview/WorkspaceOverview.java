package dev.shopwire.analytics.overview;

import dev.shopwire.analytics.query.AsOf;
import dev.shopwire.analytics.query.ReadView;
import dev.shopwire.analytics.query.WorkspaceScope;
import dev.shopwire.analytics.rollups.AggregateReads;
import dev.shopwire.analytics.rollups.RollupRuns;
import dev.shopwire.analytics.sessions.ActiveShops;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.OverviewRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Serves the role's part of a workspace's overview: events, page views, sessions and active shops
 * of all its apps (docs/api/reads.md). Not thread-safe; use from one event loop.
 */
public final class WorkspaceOverview {
  private static final String APPS =
      """
      select a.id as app_id
      from tenancy_workspaces w left join tenancy_apps a on a.workspace_id = w.id
      where w.id = $1 order by a.id
      """;

  private final SqlClient pool;
  private final AggregateReads reads;
  private final ActiveShops windows;
  private final InstantSource clock;

  /**
   * @param pool connections on which nothing slow runs
   */
  public WorkspaceOverview(
      SqlClient pool, AggregateReads reads, ActiveShops windows, InstantSource clock) {
    this.pool = pool;
    this.reads = reads;
    this.windows = windows;
    this.clock = clock;
  }

  /** Fails with 404 if there is no such workspace. */
  public Future<JsonResponse> read(OverviewRequest request) {
    OverviewRange range = OverviewRange.read(request, clock.instant());
    return apps(request.workspaceId())
        .compose(
            apps ->
                reads
                    .ofAggregates(WorkspaceScope.of(request.workspaceId()), apps)
                    .compose(
                        view ->
                            figures(view, apps, range)
                                .map(
                                    figures -> {
                                      AsOf.addTo(figures, view.asOf());
                                      return JsonResponse.of(figures);
                                    })));
  }

  /** A scan only if what is stored by hour is not complete. */
  private Future<Map<String, @Nullable Object>> figures(
      ReadView view, List<Long> apps, OverviewRange range) {
    return view.lookup(
            snapshot ->
                RollupRuns.activityFrom(snapshot.connection(), apps)
                    .compose(
                        from ->
                            range.isStored(from)
                                ? new WorkspaceFigures(snapshot, apps, range, windows, true)
                                    .read()
                                    .map(Optional::of)
                                : Future.succeededFuture(
                                    Optional.<Map<String, @Nullable Object>>empty())))
        .compose(
            stored ->
                stored
                    .map(Future::succeededFuture)
                    .orElseGet(
                        () ->
                            view.scan(
                                snapshot ->
                                    new WorkspaceFigures(snapshot, apps, range, windows, false)
                                        .read())));
  }

  private Future<List<Long>> apps(long workspaceId) {
    return pool.preparedQuery(APPS)
        .execute(Tuple.of(workspaceId))
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw Failure.notFound("workspace");
              }
              return Rows.list(rows, row -> row.getLong("app_id")).stream()
                  .filter(Objects::nonNull)
                  .toList();
            });
  }
}
