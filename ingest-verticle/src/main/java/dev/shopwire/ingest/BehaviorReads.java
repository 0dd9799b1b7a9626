package dev.shopwire.ingest;

import dev.shopwire.common.calls.BehaviorCalls;
import dev.shopwire.common.http.Routes;
import dev.shopwire.ingest.admission.Entrance;
import dev.shopwire.ingest.analytics.PageViews;
import dev.shopwire.ingest.analytics.SessionList;
import dev.shopwire.ingest.analytics.SessionSummary;
import dev.shopwire.ingest.funnels.Dropouts;
import dev.shopwire.ingest.funnels.Funnels;
import dev.shopwire.ingest.lookup.UsageEventList;
import dev.shopwire.ingest.metrics.MetricReport;
import dev.shopwire.ingest.metrics.UsageMetricCalls;
import dev.shopwire.ingest.query.ConsoleReads;
import dev.shopwire.ingest.query.CursorSeal;
import dev.shopwire.ingest.query.PublicReads;
import dev.shopwire.ingest.query.Reads;
import dev.shopwire.ingest.redis.RedisLink;
import dev.shopwire.ingest.reports.BucketedReport;
import dev.shopwire.ingest.reports.Report;
import dev.shopwire.ingest.reports.WindowFigures;
import dev.shopwire.ingest.retention.Retention;
import dev.shopwire.ingest.rollups.RollupStatus;
import dev.shopwire.ingest.rollups.Rollups;
import dev.shopwire.ingest.sessions.LiveWindows;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import io.vertx.sqlclient.Pool;
import java.time.InstantSource;
import java.util.List;

/** All that is read of events, wired: for apps' backends and for the console. */
final class BehaviorReads {
  private final LiveWindows windows;
  private final Pool lookups;
  private final Reads reads;
  private final Rollups rollups;
  private final PublicReads publicReads;
  private final ConsoleReads consoleReads;
  private final Report report;
  private final MetricReport metricReport;
  private final UsageMetricCalls usageMetrics;
  private final InstantSource clock = InstantSource.system();

  /**
   * @param lookups connections that nothing slow is done on
   */
  BehaviorReads(
      Vertx vertx,
      IngestConfig config,
      IngestVerticle.Shared shared,
      RedisLink redis,
      Pool lookups,
      Entrance entrance) {
    this.lookups = lookups;
    windows = new LiveWindows(redis, shared.installation(), shared.epoch());
    reads = new Reads(vertx, shared.postgres(), shared.replica(), shared.reads(), lookups);
    Pool adding = Rollups.pool(vertx, shared.postgres(), config.rollups());
    rollups = new Rollups(vertx, adding, lookups, windows, config.rollups());
    CursorSeal seal = CursorSeal.of(shared.installation());
    publicReads = new PublicReads(entrance, reads, shared.document().parameters(), seal);
    consoleReads = new ConsoleReads(vertx, lookups, reads, seal);
    report = new Report(vertx, reads, rollups, clock);
    metricReport = new MetricReport(lookups, new BucketedReport(reads, rollups, clock));
    usageMetrics =
        new UsageMetricCalls(
            vertx, consoleReads, lookups, new WindowFigures(reads, rollups), clock);
  }

  void addTo(Routes routes) {
    routes
        .on(HttpMethod.GET, "/v1/usage_events", publicReads.of(new UsageEventList(reads, clock)))
        .on(HttpMethod.GET, "/v1/usage_events/report", publicReads.of(report))
        .on(HttpMethod.GET, "/v1/usage_events/:id/report", metricReport())
        .on(HttpMethod.GET, "/v1/usage_metrics/:id/report", metricReport());
  }

  private Handler<RoutingContext> metricReport() {
    return context -> publicReads.of(metricReport.of(context.pathParam("id"))).handle(context);
  }

  /** Done when the console can ask. */
  Future<?> serve() {
    return Future.join(
        List.of(
            consoleReads.serve(BehaviorCalls.EVENTS, new UsageEventList(reads, clock)),
            consoleReads.serve(BehaviorCalls.FUNNEL, new Funnels(reads, clock)),
            consoleReads.serve(BehaviorCalls.DROPOUTS, new Dropouts(reads, clock)),
            consoleReads.serve(BehaviorCalls.RETENTION, new Retention(reads, clock)),
            consoleReads.serve(BehaviorCalls.SESSIONS, new SessionList(reads, rollups)),
            consoleReads.serve(
                BehaviorCalls.SESSIONS_SUMMARY, new SessionSummary(reads, rollups, windows)),
            consoleReads.serve(BehaviorCalls.REPORT, report),
            usageMetrics.serve(),
            consoleReads.serve(BehaviorCalls.ROLLUPS, new RollupStatus(lookups)),
            consoleReads.serve(BehaviorCalls.PAGE_VIEWS, new PageViews(reads, rollups))));
  }

  Future<?> close() {
    return Future.join(reads.close(), rollups.close());
  }
}
