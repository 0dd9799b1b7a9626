package dev.shopwire.sources.report;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.query.Query;
import dev.shopwire.sources.events.ShownRecords;
import dev.shopwire.sources.figures.FigureSweep;
import dev.shopwire.sources.figures.ReportBuckets;
import dev.shopwire.sources.report.ReportReads.Snapshot;
import dev.shopwire.sources.report.StoredPairs.StoredPair;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Serves the partner report of an app or a workspace (docs/api/partner.md). Not thread-safe; use
 * from one event loop.
 */
public final class PartnerReports {
  private static final long CACHE_BYTES = 16L << 20;

  /** Buckets of all groups by currency and plan; each takes about 150 bytes. */
  private static final long MAX_CELLS = 300_000;

  private static final String REDACTED =
      """
      select count(*) as count
      from unnest($1::bigint[], $2::bigint[]) as shown (app_id, fetch_id)
      join partner_shops s on s.app_id = shown.app_id and s.fetch_id = shown.fetch_id
      where s.domain is null
      """;

  private final Vertx vertx;
  private final ReportReads reads;
  private final InstantSource clock;
  private final ReportCache cache = new ReportCache(CACHE_BYTES);

  PartnerReports(Vertx vertx, ReportReads reads, InstantSource clock) {
    this.vertx = vertx;
    this.reads = reads;
    this.clock = clock;
  }

  /** The report of an app. Fails with 404 if it has no connection. */
  public Future<JsonResponse> ofApp(AdminQuery request) {
    return report(request, ReportScope.ofApp(request.id()));
  }

  /** The report of all apps of a workspace. Fails with 404 if none has a connection. */
  public Future<JsonResponse> ofWorkspace(AdminQuery request) {
    return report(request, ReportScope.ofWorkspace(request.id()));
  }

  private Future<JsonResponse> report(AdminQuery query, ReportScope.Finder finder) {
    Query parameters = new Query(query.parameters());
    ReportRequest request = ReportRequest.read(parameters, clock.instant());
    parameters.throwIfInvalid();
    return finder
        .find(reads.pool())
        .compose(
            scope ->
                cache
                    .find(new ReportCache.Key(scope, request))
                    .map(Future::succeededFuture)
                    .orElseGet(
                        () ->
                            reads.run(
                                scope.workspaceId(), snapshot -> read(snapshot, finder, request))));
  }

  /** Looks at the records again, which may be others by now, or have been read meanwhile. */
  private Future<JsonResponse> read(
      Snapshot snapshot, ReportScope.Finder finder, ReportRequest request) {
    return finder
        .find(snapshot.connection())
        .compose(
            scope -> {
              ReportCache.Key key = new ReportCache.Key(scope, request);
              Optional<JsonResponse> known = cache.find(key);
              return known.isPresent()
                  ? Future.succeededFuture(known.get())
                  : compute(snapshot, scope, request).onSuccess(report -> cache.add(key, report));
            });
  }

  private Future<JsonResponse> compute(
      Snapshot snapshot, ReportScope scope, ReportRequest request) {
    ReportBuckets buckets = request.buckets(scope.end());
    FigureSweep sweep = new FigureSweep(buckets, request.byPlan());
    return redactedShops(snapshot.connection(), scope)
        .compose(
            redacted ->
                sweep(snapshot, scope, buckets, sweep)
                    .compose(
                        read ->
                            vertx.executeBlocking(
                                () ->
                                    JsonResponse.of(
                                        ReportJson.of(request, scope, sweep.finish(), redacted)),
                                false)));
  }

  private Future<Void> sweep(
      Snapshot snapshot, ReportScope scope, ReportBuckets buckets, FigureSweep sweep) {
    if (scope.completeTo().isEmpty()) {
      return Future.succeededFuture();
    }
    PortionReader portions = snapshot.portions(vertx);
    return new EarningTotals(vertx, snapshot, buckets)
        .addTo(sweep, scope)
        .compose(
            added ->
                new StoredPairs(portions, new PairReader(vertx, portions))
                    .all(scope, pair -> add(sweep, buckets, pair)));
  }

  private static void add(FigureSweep sweep, ReportBuckets buckets, StoredPair pair) {
    sweep.add(pair.history(), pair.firstEarnings());
    if ((long) sweep.groups() * buckets.size() > MAX_CELLS) {
      throw Failure.invalidParameter(
          "interval",
          "too_many_series",
          "The report has too many series for its number of buckets; request fewer buckets, or no"
              + " groups");
    }
  }

  private static Future<Long> redactedShops(SqlClient client, ReportScope scope) {
    return client
        .preparedQuery(REDACTED)
        .execute(
            Tuple.tuple()
                .addArrayOfLong(scope.apps().stream().map(ShownRecords::appId).toArray(Long[]::new))
                .addArrayOfLong(
                    scope.apps().stream().map(ShownRecords::fetchId).toArray(Long[]::new)))
        .map(rows -> Rows.first(rows, row -> row.getLong("count")).orElse(0L));
  }
}
