package dev.shopwire.ingest.rollups;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.ingest.redis.RedisConfig;
import dev.shopwire.ingest.redis.RedisLink;
import dev.shopwire.ingest.redis.RedisMetrics;
import dev.shopwire.ingest.redis.RedisUri;
import dev.shopwire.ingest.sessions.LiveWindows;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Adds up in the background, once per process, what no reader has asked for. */
public final class RollupVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(RollupVerticle.class);
  private static final long PAUSE_MILLIS = 1_000;
  private static final double MAX_LAG_SECONDS = 60;
  private static final long WORK_PER_REST = 4;

  private final Postgres postgres;
  private final RedisUri redisUri;
  private final RedisConfig redisConfig;
  private final RedisMetrics redisMetrics;
  private final UUID installation;
  private final int connections;
  private final BacklogMetrics metrics;
  private RedisLink redis;
  private Rollups rollups;
  private boolean stopping;
  private boolean failing;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public RollupVerticle(
      Postgres postgres,
      RedisUri redisUri,
      RedisConfig redisConfig,
      RedisMetrics redisMetrics,
      UUID installation,
      int connections,
      BacklogMetrics metrics) {
    this.postgres = postgres;
    this.redisUri = redisUri;
    this.redisConfig = redisConfig;
    this.redisMetrics = redisMetrics;
    this.installation = installation;
    this.connections = connections;
    this.metrics = metrics;
  }

  @Override
  public Future<?> start() {
    redis = RedisLink.open(vertx, redisUri, redisConfig, redisMetrics);
    rollups = new Rollups(vertx, postgres, new LiveWindows(redis, installation), connections);
    sweep();
    return Future.succeededFuture();
  }

  private void sweep() {
    long start = System.nanoTime();
    rollups
        .sweep(metrics)
        .onSuccess(more -> failing = false)
        .onFailure(
            error -> {
              if (!failing && !stopping) {
                LOG.warn("Events are not added up now: {}", error.getMessage());
              }
              failing = true;
            })
        .onComplete(
            result -> {
              if (!stopping) {
                boolean more = result.succeeded() && result.result();
                vertx.setTimer(more ? breath(start) : PAUSE_MILLIS, timer -> sweep());
              }
            });
  }

  /** While much comes in, ingest goes first, but nothing waits for ever. */
  private long breath(long start) {
    long worked = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    long rest = Math.min(worked / WORK_PER_REST, PAUSE_MILLIS);
    return metrics.seconds() > MAX_LAG_SECONDS ? 1 : Math.max(1, rest);
  }

  @Override
  public Future<?> stop() {
    stopping = true;
    return Future.join(redis.close(), rollups.close());
  }
}
