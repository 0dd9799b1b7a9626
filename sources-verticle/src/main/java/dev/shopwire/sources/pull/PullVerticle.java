package dev.shopwire.sources.pull;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.background.IndexBuild;
import dev.shopwire.common.load.BackgroundPace;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.sources.addresses.SourceAddresses;
import dev.shopwire.sources.connections.FetchTable;
import dev.shopwire.sources.connections.PartnerSecrets;
import dev.shopwire.sources.databases.DatabaseSecrets;
import dev.shopwire.sources.databases.DatabaseUses;
import dev.shopwire.sources.dialects.Dialects;
import dev.shopwire.sources.fence.DatabaseAddresses;
import dev.shopwire.sources.lifecycle.store.LifecycleIndexes;
import dev.shopwire.sources.linked.ValueLimits;
import dev.shopwire.sources.linked.runs.LinkedMetrics;
import dev.shopwire.sources.linked.runs.RunPoller;
import dev.shopwire.sources.requests.PlatformClient;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches what connections of this process's share ask for, deletes what was dropped, and does runs
 * of linked queries. Creates the indexes of lifecycles.
 */
public final class PullVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(PullVerticle.class);
  private static final Duration STATEMENT = Duration.ofSeconds(60);
  private static final long MEASURE_MILLIS = 10_000;
  private static final long CLEAN_MILLIS = 10_000;
  private static final long NOTE_MILLIS = 1_000;

  private final BackgroundTaskLog measurements =
      new BackgroundTaskLog(LOG, "Measuring partner connections");
  private final BackgroundTaskLog cleanups =
      new BackgroundTaskLog(LOG, "Deleting dropped partner records");
  private final BackgroundTaskLog notes =
      new BackgroundTaskLog(LOG, "Noting customers of dropped partner records");
  private final int connections;
  private final Duration request;
  private final Postgres postgres;
  private final SourceAddresses addresses;
  private final Dialects dialects;
  private final PartnerSecrets secrets;
  private final ShopDomain domains;
  private final PartnerMetrics metrics;
  private final LinkedRuns linked;
  private Pool pool;
  private PlatformClient client;
  private Poller poller;
  private DatabaseUses databases;
  private RunPoller runs;
  private IndexBuild indexes;
  private boolean cleaning;
  private boolean noting;

  /**
   * What runs of linked queries need.
   *
   * @param secrets of databases
   * @param values limits of what is read
   * @param keptBytes of the differences of a workspace's runs
   */
  public record LinkedRuns(
      DatabaseSecrets secrets, ValueLimits values, LinkedMetrics metrics, long keptBytes) {}

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
      PartnerMetrics metrics,
      LinkedRuns linked) {
    this.connections = connections;
    this.request = request;
    this.postgres = postgres;
    this.addresses = addresses;
    this.dialects = dialects;
    this.secrets = secrets;
    this.domains = domains;
    this.metrics = metrics;
    this.linked = linked;
  }

  @Override
  public Future<?> start() {
    return BackgroundPace.start(vertx).compose(this::start);
  }

  private Future<Void> start(BackgroundPace pace) {
    pool = postgres.pool(vertx, connections, SessionSettings.withStatementTimeout(STATEMENT));
    client = new PlatformClient(vertx, addresses, request);
    poller =
        new Poller(
            new PageFetch.Tools(vertx, pool, client, metrics, pace),
            new ConnectionPull.Settings(dialects, secrets, domains));
    poller.start();
    databases =
        new DatabaseUses(
            vertx,
            pool,
            DatabaseUses.Budget.RUNS,
            new DatabaseAddresses(vertx, addresses.policy()),
            linked.secrets());
    runs =
        new RunPoller(
            vertx, pool, databases, linked.values(), domains, linked.metrics(), linked.keptBytes());
    runs.start();
    indexes = IndexBuild.within(pool, vertx, postgres, LifecycleIndexes.ALL);
    indexes.start();
    vertx.setPeriodic(0, MEASURE_MILLIS, timer -> measure());
    vertx.setPeriodic(CLEAN_MILLIS, timer -> clean());
    vertx.setPeriodic(NOTE_MILLIS, timer -> note());
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

  private void note() {
    if (!noting) {
      noting = true;
      notes.watch(FetchTable.noteHidden(pool)).onComplete(done -> noting = false);
    }
  }

  @Override
  public Future<?> stop() {
    return Future.join(poller.close(), runs.close())
        .eventually(indexes::close)
        .eventually(
            () -> {
              databases.close();
              return client.close();
            })
        .eventually(pool::close);
  }
}
