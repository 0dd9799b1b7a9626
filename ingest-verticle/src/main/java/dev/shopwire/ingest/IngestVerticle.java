package dev.shopwire.ingest;

import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.common.contracts.AttributionContracts;
import dev.shopwire.common.contracts.EnrichmentContracts;
import dev.shopwire.common.docs.ApiDocument;
import dev.shopwire.common.docs.OperationRoutes;
import dev.shopwire.common.http.BodyReader;
import dev.shopwire.common.http.Deadlines;
import dev.shopwire.common.http.HttpListener;
import dev.shopwire.common.http.Routes;
import dev.shopwire.common.load.FailureLimit;
import dev.shopwire.common.load.ProcessLoad;
import dev.shopwire.common.mail.UnsubscribeTokens;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.redis.RedisLink;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.stores.SharedStores;
import dev.shopwire.common.tenancy.ApiKeys;
import dev.shopwire.common.tenancy.LastSeen;
import dev.shopwire.ingest.admission.Admission;
import dev.shopwire.ingest.admission.ApiGate;
import dev.shopwire.ingest.admission.AuthenticatedBodies;
import dev.shopwire.ingest.admission.Authentication;
import dev.shopwire.ingest.admission.Backpressure;
import dev.shopwire.ingest.admission.BodyBuckets;
import dev.shopwire.ingest.admission.LocalBuckets;
import dev.shopwire.ingest.affiliate.AffiliateScript;
import dev.shopwire.ingest.auth.ApiKeyCache;
import dev.shopwire.ingest.events.GroupWriter;
import dev.shopwire.ingest.events.IngestMetrics;
import dev.shopwire.ingest.events.UsageEventsHandler;
import dev.shopwire.ingest.mailreports.EventsSecrets;
import dev.shopwire.ingest.mailreports.MailReportHandlers;
import dev.shopwire.ingest.relay.RelayHandlers;
import dev.shopwire.ingest.unsubscribe.UnsubscribeHandlers;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.RoutingContext;
import io.vertx.sqlclient.Pool;
import java.util.concurrent.TimeUnit;

/** Serves the public HTTP API, one instance per event loop. Ready once it listens. */
public final class IngestVerticle extends VerticleBase {
  private static final long DRAIN_SECONDS = 3;

  /**
   * Objects that all instances of a process share.
   *
   * @param failedKeys wrong API keys
   * @param failedSecrets wrong secrets of senders, to whose relays wrong keys do no harm
   */
  public record Shared(
      SharedStores stores,
      ApiDocument document,
      LocalBuckets localBuckets,
      BodyBuckets bodyBuckets,
      FailureLimit failedKeys,
      FailureLimit failedSecrets,
      Backpressure backpressure,
      IngestMetrics metrics) {}

  private final IngestConfig config;
  private final Shared shared;
  private HttpServer server;
  private LastSeen lastSeen;
  private GroupWriter writer;
  private RedisLink redis;
  private Pool lookups;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public IngestVerticle(IngestConfig config, Shared shared) {
    this.config = config;
    this.shared = shared;
  }

  @Override
  public Future<?> start() {
    lookups = shared.stores().postgres().pool(vertx, config.connections(), SessionSettings.CALLS);
    redis = shared.stores().openRedis(vertx, config.redis());
    lastSeen = new LastSeen(vertx, lookups);
    writer =
        new GroupWriter(
            vertx,
            shared.stores().postgres(),
            config.groups(),
            shared.stores().epoch(),
            lastSeen,
            shared.metrics());
    Routes routes = routes();
    return Role.INGEST
        .serveStatus(vertx)
        .compose(served -> HttpListener.listen(vertx, routes, config.host(), config.port()))
        .onSuccess(listening -> server = listening);
  }

  private Routes routes() {
    Deadlines deadlines = new Deadlines(vertx, config.requestTime());
    ProcessLoad load = ProcessLoad.of(vertx);
    ApiKeyCache keys =
        new ApiKeyCache(
            vertx,
            new ApiKeys(lookups),
            config.rateLimits(),
            config.keyTrust(),
            shared.failedKeys());
    Authentication authentication = new Authentication(keys, load.proxies());
    AuthenticatedBodies bodies =
        new AuthenticatedBodies(
            authentication,
            shared.bodyBuckets(),
            new BodyReader(config.bodyBytes(), deadlines, load.bodies()));
    Admission admission =
        new Admission(
            redis,
            shared.stores().redisMetrics(),
            shared.localBuckets(),
            shared.stores().installation());
    UsageEventsHandler postUsageEvents =
        new UsageEventsHandler(
            vertx,
            bodies,
            shared.backpressure(),
            config.events(),
            config.domains(),
            shared.stores().epoch(),
            admission,
            writer,
            shared.metrics());
    ApiGate gate = new ApiGate(authentication, bodies, admission);
    RelayHandlers relay = new RelayHandlers(vertx, gate, shared.document().parameterCheck());
    Handler<RoutingContext> metricReport = relay.get(AnalyticsContracts.APP_METRIC_REPORT);
    Routes routes = new Routes(vertx, deadlines, "public");
    OperationRoutes operations =
        shared
            .document()
            .operations(routes)
            .on("postUsageEvents", postUsageEvents::handle)
            .on("postIdentify", relay.post(EnrichmentContracts.IDENTIFY))
            .on("postStaff", relay.post(EnrichmentContracts.STAFF))
            .on("getCustomer", relay::getCustomer)
            .on("postAttribution", relay.post(AttributionContracts.ATTRIBUTE))
            .on("listUsageEvents", relay.get(AnalyticsContracts.APP_EVENTS))
            .on("getUsageReport", relay.get(AnalyticsContracts.APP_REPORT))
            .on("getMetricReport", metricReport)
            .on("getMetricReportByOldPath", metricReport);
    new AffiliateScript(config.affiliate()).addTo(operations);
    new UnsubscribeHandlers(
            vertx,
            UnsubscribeTokens.of(shared.stores().installation()),
            lookups,
            config.connections(),
            new BodyReader(UnsubscribeHandlers.MAX_FORM_BYTES, deadlines, load.bodies()))
        .addTo(operations);
    new MailReportHandlers(
            vertx,
            new EventsSecrets(vertx, load.proxies(), shared.failedSecrets(), config.rateLimits()),
            shared.bodyBuckets(),
            new BodyReader(MailReportHandlers.MAX_BYTES, deadlines, load.bodies()))
        .addTo(operations);
    operations.check();
    shared.document().addTo(routes);
    return routes;
  }

  /** Writes and acknowledges all received events before closing anything. */
  @Override
  public Future<?> stop() {
    return server
        .shutdown(DRAIN_SECONDS, TimeUnit.SECONDS)
        .eventually(() -> writer.drain())
        .eventually(() -> lastSeen.close())
        .eventually(
            () -> {
              writer.close();
              return Future.join(redis.close(), lookups.close());
            });
  }
}
