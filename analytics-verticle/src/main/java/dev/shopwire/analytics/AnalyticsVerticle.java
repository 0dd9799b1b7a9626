package dev.shopwire.analytics;

import dev.shopwire.analytics.catalogue.EventNames;
import dev.shopwire.analytics.catalogue.Properties;
import dev.shopwire.analytics.cohorts.CohortRetention;
import dev.shopwire.analytics.funnels.Dropouts;
import dev.shopwire.analytics.funnels.Funnels;
import dev.shopwire.analytics.lookup.CustomerTimeline;
import dev.shopwire.analytics.lookup.UsageEventList;
import dev.shopwire.analytics.overview.WorkspaceOverview;
import dev.shopwire.analytics.query.ConsoleReads;
import dev.shopwire.analytics.query.PublicReads;
import dev.shopwire.analytics.query.Reads;
import dev.shopwire.analytics.query.SharedReadState;
import dev.shopwire.analytics.replica.Replica;
import dev.shopwire.analytics.reports.BucketedReport;
import dev.shopwire.analytics.reports.Report;
import dev.shopwire.analytics.reports.ReportExport;
import dev.shopwire.analytics.reports.WindowAggregates;
import dev.shopwire.analytics.rollups.AggregateReads;
import dev.shopwire.analytics.rollups.RollupStatus;
import dev.shopwire.analytics.rollups.Rollups;
import dev.shopwire.analytics.savedmetrics.MetricReport;
import dev.shopwire.analytics.savedmetrics.UsageMetricHandlers;
import dev.shopwire.analytics.sessions.ActiveShops;
import dev.shopwire.analytics.traffic.PageViews;
import dev.shopwire.analytics.traffic.SessionList;
import dev.shopwire.analytics.traffic.SessionSummary;
import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.redis.RedisLink;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.stores.SharedStores;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Serves reads of usage events on the bus, one instance per event loop; ready once registered. */
public final class AnalyticsVerticle extends VerticleBase {

  /** The dependencies that the instances of a process share. */
  public record Shared(SharedStores stores, Optional<Replica> replica, SharedReadState reads) {}

  private final AnalyticsConfig config;
  private final Shared shared;
  private final InstantSource clock = InstantSource.system();
  private RedisLink redis;
  private Pool lookups;
  private Reads reads;
  private AggregateReads aggregates;
  private Rollups rollups;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public AnalyticsVerticle(AnalyticsConfig config, Shared shared) {
    this.config = config;
    this.shared = shared;
  }

  @Override
  public Future<?> start() {
    SharedStores stores = shared.stores();
    lookups = stores.postgres().pool(vertx, config.connections(), SessionSettings.CALLS);
    redis = stores.openRedis(vertx, config.redis());
    reads = new Reads(vertx, stores.postgres(), shared.replica(), shared.reads(), lookups);
    ActiveShops windows = new ActiveShops(redis, stores.installation(), stores.epoch());
    Pool rollupPool = Rollups.pool(vertx, stores.postgres(), config.rollups());
    rollups = new Rollups(vertx, rollupPool, lookups, windows, config.rollups());
    aggregates = new AggregateReads(reads, rollups);
    CursorSigner signer = CursorSigner.of(stores.installation());
    return Future.join(servePublic(signer), serveConsole(signer, windows))
        .compose(served -> Role.ANALYTICS.serveStatus(vertx));
  }

  private Future<?> servePublic(CursorSigner signer) {
    PublicReads publicReads = new PublicReads(vertx, reads, signer);
    MetricReport metric = new MetricReport(lookups, new BucketedReport(aggregates, clock));
    return Future.join(
        publicReads.serve(AnalyticsContracts.APP_EVENTS, new UsageEventList(reads, clock)),
        publicReads.serve(AnalyticsContracts.APP_REPORT, new Report(vertx, aggregates, clock)),
        publicReads.serve(AnalyticsContracts.APP_METRIC_REPORT, metric::handlerFor));
  }

  private Future<?> serveConsole(CursorSigner signer, ActiveShops windows) {
    ConsoleReads console = new ConsoleReads(vertx, lookups, reads, signer);
    UsageMetricHandlers metrics =
        new UsageMetricHandlers(console, lookups, new WindowAggregates(aggregates), clock);
    ReportExport report = new ReportExport(vertx, console, lookups, aggregates, clock);
    CustomerTimeline timeline = new CustomerTimeline(lookups, reads);
    WorkspaceOverview overview = new WorkspaceOverview(lookups, aggregates, windows, clock);
    return Future.join(
        List.of(
            console.serve(AnalyticsContracts.EVENTS, new UsageEventList(reads, clock)),
            console.serve(AnalyticsContracts.REPORT, new Report(vertx, aggregates, clock)),
            console.serve(AnalyticsContracts.FUNNEL, new Funnels(reads, clock)),
            console.serve(AnalyticsContracts.DROPOUTS, new Dropouts(reads, clock)),
            console.serve(AnalyticsContracts.RETENTION, new CohortRetention(reads, clock)),
            console.serve(AnalyticsContracts.SESSIONS, new SessionList(aggregates)),
            console.serve(
                AnalyticsContracts.SESSIONS_SUMMARY, new SessionSummary(aggregates, windows)),
            console.serve(AnalyticsContracts.PAGE_VIEWS, new PageViews(aggregates)),
            console.serve(AnalyticsContracts.EVENT_NAMES, new EventNames(aggregates)),
            console.serve(AnalyticsContracts.PROPERTIES, new Properties(reads)),
            console.serve(AnalyticsContracts.ROLLUPS, new RollupStatus(lookups)),
            console.serveRequests(AnalyticsContracts.REPORT_CSV, report::handle),
            console.serveRequests(AnalyticsContracts.TIMELINE, timeline::read),
            console.serveRequests(AnalyticsContracts.OVERVIEW, overview::read),
            metrics.serve()));
  }

  @Override
  public Future<?> stop() {
    return Future.join(reads.close(), rollups.close())
        .eventually(() -> Future.join(redis.close(), lookups.close()));
  }
}
