package dev.shopwire.sources.pull;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.sources.addresses.SourceAddresses;
import dev.shopwire.sources.connections.PartnerSecrets;
import dev.shopwire.sources.dialects.Dialects;
import dev.shopwire.sources.requests.PlatformClient;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fetches what connections of this process's share ask for, and deletes what was dropped. */
public final class PullVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(PullVerticle.class);
  private static final Duration STATEMENT = Duration.ofSeconds(60);
  private static final long MEASURE_MILLIS = 10_000;
  private static final long CLEAN_MILLIS = 30_000;

  private final BackgroundTaskLog measurements =
      new BackgroundTaskLog(LOG, "Measuring partner connections");
  private final BackgroundTaskLog cleanups =
      new BackgroundTaskLog(LOG, "Deleting dropped partner records");
  private final int connections;
  private final Duration request;
  private final Postgres postgres;
  private final SourceAddresses addresses;
  private final Dialects dialects;
  private final PartnerSecrets secrets;
  private final ShopDomain domains;
  private final PartnerMetrics metrics;
  private Pool pool;
  private PlatformClient client;
  private Poller poller;
  private boolean cleaning;

  /**
   * @param connections to PostgreSQL
   * @param request how long one request may take
   */
  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public PullVerticle(
      int connections,
      Duration request,
      Postgres postgres,
      SourceAddresses addresses,
      Dialects dialects,
      PartnerSecrets secrets,
      ShopDomain domains,
      PartnerMetrics metrics) {
    this.connections = connections;
    this.request = request;
    this.postgres = postgres;
    this.addresses = addresses;
    this.dialects = dialects;
    this.secrets = secrets;
    this.domains = domains;
    this.metrics = metrics;
  }

  @Override
  public Future<?> start() {
    pool = postgres.pool(vertx, connections, SessionSettings.withStatementTimeout(STATEMENT));
    client = new PlatformClient(vertx, addresses, request);
    poller =
        new Poller(
            new PageFetch.Tools(vertx, pool, client, metrics),
            new ConnectionPull.Settings(dialects, secrets, domains));
    poller.start();
    vertx.setPeriodic(0, MEASURE_MILLIS, timer -> measure());
    vertx.setPeriodic(CLEAN_MILLIS, timer -> clean());
    return Future.succeededFuture();
  }

  private void measure() {
    measurements.watch(PartnerLag.measure(pool, metrics));
  }

  private void clean() {
    if (!cleaning) {
      cleaning = true;
      cleanups.watch(new Cleanup(pool).run()).onComplete(done -> cleaning = false);
    }
  }

  @Override
  public Future<?> stop() {
    return poller.close().eventually(client::close).eventually(pool::close);
  }
}
