package dev.shopwire.ingest;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.ingest.events.UsageEventPartitions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the event partitions ahead of time and within retention, hourly, once per process. */
public final class PartitionVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionVerticle.class);

  private final IngestConfig config;
  private final Postgres postgres;
  private Pool pool;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public PartitionVerticle(IngestConfig config, Postgres postgres) {
    this.config = config;
    this.postgres = postgres;
  }

  @Override
  public Future<?> start() {
    pool = postgres.pool(vertx, 1);
    UsageEventPartitions partitions = new UsageEventPartitions(config.retentionMonths());
    vertx.setPeriodic(TimeUnit.HOURS.toMillis(1), timer -> maintain(partitions));
    return maintain(partitions);
  }

  private Future<Integer> maintain(UsageEventPartitions partitions) {
    return partitions
        .maintain(pool)
        .onSuccess(
            dropped -> {
              if (dropped > 0) {
                LOG.info("{} partitions of usage events were past retention and dropped", dropped);
              }
            })
        .onFailure(
            error ->
                LOG.warn(
                    "Partitions of usage events are not maintained now, next try in an hour",
                    error));
  }

  @Override
  public Future<?> stop() {
    return pool.close();
  }
}
