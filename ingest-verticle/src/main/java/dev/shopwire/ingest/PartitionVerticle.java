package dev.shopwire.ingest;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.purging.PurgeLoop;
import dev.shopwire.ingest.events.UsageEventPartitions;
import dev.shopwire.ingest.events.UsageEventPurge;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the monthly event partitions in advance and drops expired ones; one instance per process.
 * Ready once this month's partition exists, without which nothing can be written; everything else
 * runs in the background.
 */
public final class PartitionVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionVerticle.class);

  private final BackgroundTaskLog creation =
      new BackgroundTaskLog(LOG, "Creation of upcoming partitions of usage_events");
  private final IngestConfig config;
  private final Postgres postgres;
  private Pool pool;
  private PurgeLoop purgeLoop;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public PartitionVerticle(IngestConfig config, Postgres postgres) {
    this.config = config;
    this.postgres = postgres;
  }

  @Override
  public Future<?> start() {
    pool = postgres.pool(vertx, 1, SessionSettings.MAINTENANCE);
    UsageEventPurge events = new UsageEventPurge(pool, config.retentionMonths());
    purgeLoop = new PurgeLoop(vertx, UsageEventPurge.NAME, events::run);
    return UsageEventPartitions.ensureCurrent(pool).onSuccess(ready -> startMaintenance());
  }

  private void startMaintenance() {
    createPartitions();
    vertx.setPeriodic(TimeUnit.HOURS.toMillis(1), timer -> createPartitions());
    if (config.retentionMonths() > 0) {
      purgeLoop.start();
    }
  }

  private void createPartitions() {
    creation.watch(UsageEventPartitions.ensure(pool));
  }

  @Override
  public Future<?> stop() {
    purgeLoop.close();
    return pool.close();
  }
}
