package dev.shopwire.analytics.rollups;

import dev.shopwire.analytics.sessions.ActiveShops;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.common.redis.RedisConfig;
import dev.shopwire.common.redis.RedisLink;
import dev.shopwire.common.stores.SharedStores;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Aggregates, in the background and once per process, events that no reader has requested. */
public final class RollupVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(RollupVerticle.class);
  private static final long PAUSE_MILLIS = 1_000;
  private static final long MEASURE_MILLIS = 500;

  /** The pause per time spent measuring, since measuring a large backlog takes long. */
  private static final int MEASURE_PAUSE_FACTOR = 10;

  /** Limits retries, so that new events don't wait long behind events that fail again. */
  private static final int MAX_RETRIED = 100;

  private final BackgroundTaskLog measurements =
      new BackgroundTaskLog(LOG, "Measurement of the rollup backlog");
  private final BackgroundTaskLog merges = new BackgroundTaskLog(LOG, "Merge of old rollups");
  private final BackgroundTaskLog fills =
      new BackgroundTaskLog(LOG, "Filling of active shops and session starts");
  private final BackgroundTaskLog retries =
      new BackgroundTaskLog(LOG, "Requeuing of quarantined events");
  private final SharedStores stores;
  private final RedisConfig redisConfig;
  private final RollupConfig config;
  private final BacklogMetrics metrics;
  private RedisLink redis;
  private Rollups rollups;
  private RollupSweep sweep;
  private RollupMerge merge;
  private ActivityFill fill;
  private boolean stopping;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public RollupVerticle(
      SharedStores stores, RedisConfig redisConfig, RollupConfig config, BacklogMetrics metrics) {
    this.stores = stores;
    this.redisConfig = redisConfig;
    this.config = config;
    this.metrics = metrics;
  }

  @Override
  public Future<?> start() {
    redis = stores.openRedis(vertx, redisConfig);
    Pool pool = Rollups.pool(vertx, stores.postgres(), config);
    ActiveShops windows = new ActiveShops(redis, stores.installation(), stores.epoch());
    rollups = new Rollups(vertx, pool, pool, windows, config);
    sweep = new RollupSweep(rollups, metrics, config.connections());
    merge = new RollupMerge(vertx, rollups.pool(), config.recentDays());
    fill = new ActivityFill(rollups.pool());
    vertx.setTimer(config.mergePause().toMillis(), timer -> maintain());
    measure();
    Future<Void> served =
        AnalyticsContracts.BACKLOG.serve(
            vertx, request -> Future.succeededFuture(metrics.backlog()));
    // This version may be able to aggregate events that an earlier one quarantined.
    return retries
        .watch(UsageEventBacklog.retryQuarantined(rollups.pool(), Integer.MAX_VALUE))
        .otherwiseEmpty()
        .onComplete(any -> sweep())
        .compose(any -> served);
  }

  private void sweep() {
    sweep
        .run()
        .onComplete(
            result -> {
              if (!stopping) {
                boolean more = result.succeeded() && result.result();
                vertx.setTimer(more ? 1 : PAUSE_MILLIS, timer -> sweep());
              }
            });
  }

  private void measure() {
    long start = System.nanoTime();
    measurements
        .watch(metrics.measure(rollups.pool()))
        .onComplete(
            done -> {
              if (!stopping) {
                long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
                vertx.setTimer(
                    Math.max(MEASURE_MILLIS, took * MEASURE_PAUSE_FACTOR), timer -> measure());
              }
            });
  }

  private void maintain() {
    Future.join(
            merges.watch(merge.run()),
            fills.watch(fill.run()),
            retries.watch(UsageEventBacklog.retryQuarantined(rollups.pool(), MAX_RETRIED)))
        .onComplete(
            done -> {
              if (!stopping) {
                vertx.setTimer(config.mergePause().toMillis(), timer -> maintain());
              }
            });
  }

  @Override
  public Future<?> stop() {
    stopping = true;
    return Future.join(redis.close(), rollups.close());
  }
}
