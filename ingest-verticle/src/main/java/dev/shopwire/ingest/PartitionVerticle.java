package dev.shopwire.ingest;

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
 * Keeps the event partitions ahead of time and within retention, once a process. Ready when this
 * month's partition is there, without which nothing can be written; all else is done in the
 * background.
 */
public final class PartitionVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionVerticle.class);

  private final IngestConfig config;
  private final Postgres postgres;
  private Pool pool;
  private PurgeLoop retention;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public PartitionVerticle(IngestConfig config, Postgres postgres) {
    this.config = config;
    this.postgres = postgres;
  }

  @Override
  public Future<?> start() {
    pool = postgres.pool(vertx, 1, SessionSettings.MAINTENANCE);
    UsageEventPurge events = new UsageEventPurge(pool, config.retentionMonths());
    retention = new PurgeLoop(vertx, UsageEventPurge.NAME, events::run);
    return UsageEventPartitions.ensureCurrent(pool).onSuccess(ready -> begin());
  }

  private void begin() {
    ensure();
    vertx.setPeriodic(TimeUnit.HOURS.toMillis(1), timer -> ensure());
    if (config.retentionMonths() > 0) {
      retention.start();
    }
  }

  private void ensure() {
    UsageEventPartitions.ensure(pool)
        .onFailure(
            error ->
                LOG.warn(
                    "The next months' partitions of usage events can't be made now, next try in an"
                        + " hour",
                    error));
  }

  @Override
  public Future<?> stop() {
    retention.close();
    return pool.close();
  }
}
