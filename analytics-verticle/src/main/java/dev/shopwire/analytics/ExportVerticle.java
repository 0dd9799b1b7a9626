package dev.shopwire.analytics;

import dev.shopwire.analytics.catalogue.EventNames;
import dev.shopwire.analytics.catalogue.Properties;
import dev.shopwire.analytics.funnels.Dropouts;
import dev.shopwire.analytics.lookup.CustomerTimelineExport;
import dev.shopwire.analytics.lookup.UsageEventList;
import dev.shopwire.analytics.query.ExportReads;
import dev.shopwire.analytics.query.ListExport;
import dev.shopwire.analytics.rollups.Rollups;
import dev.shopwire.analytics.savedmetrics.UsageMetricHandlers;
import dev.shopwire.analytics.sessions.ActiveShops;
import dev.shopwire.analytics.traffic.PageViews;
import dev.shopwire.analytics.traffic.SessionList;
import dev.shopwire.common.exports.ExportServer;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.redis.RedisLink;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.stores.SharedStores;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;
import java.time.InstantSource;

/** Serves complete lists of the role for export, once per process; ready once registered. */
public final class ExportVerticle extends VerticleBase {
  private final AnalyticsConfig config;
  private final AnalyticsVerticle.Shared shared;
  private final InstantSource clock = InstantSource.system();
  private RedisLink redis;
  private Rollups rollups;
  private ExportReads reads;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public ExportVerticle(AnalyticsConfig config, AnalyticsVerticle.Shared shared) {
    this.config = config;
    this.shared = shared;
  }

  @Override
  public Future<?> start() {
    SharedStores stores = shared.stores();
    redis = stores.openRedis(vertx, config.redis());
    Pool pool = Rollups.pool(vertx, stores.postgres(), config.rollups());
    ActiveShops windows = new ActiveShops(redis, stores.installation(), stores.epoch());
    rollups = new Rollups(vertx, pool, pool, windows, config.rollups());
    reads = new ExportReads(vertx, shared.reads());
    return new ExportServer(Role.ANALYTICS, vertx, stores)
        .list("listUsageEvents", reads.source(UsageEventList.export(clock)))
        .list("listSessions", ofAggregates(SessionList.export(clock)))
        .list("listPageViews", ofAggregates(PageViews.export(clock)))
        .list("listDropouts", reads.source(Dropouts.export(clock)))
        .list("listUsageMetrics", reads.source(UsageMetricHandlers.export()))
        .list("getCustomerTimeline", reads.source(CustomerTimelineExport.source()))
        .list("listEventNames", ofAggregates(EventNames.export()))
        .list("listEventProperties", reads.source(Properties.export()))
        .serve();
  }

  /**
   * Aggregates the app's backlog first. PostgreSQL takes the export's snapshot with its first
   * query, which follows, so everything that was acknowledged before is in it.
   */
  private ExportSource ofAggregates(ListExport list) {
    ExportSource source = reads.source(list);
    return (request, snapshot) ->
        NumericId.parse(request.id())
            .map(rollups::catchUpCompletely)
            .orElseGet(() -> Future.failedFuture(Failure.notFound("app")))
            .compose(done -> source.open(request, snapshot));
  }

  @Override
  public Future<?> stop() {
    return Future.join(redis.close(), rollups.close());
  }
}
