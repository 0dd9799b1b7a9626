package dev.shopwire.common.stores;

import dev.shopwire.common.postgres.DatabaseEpoch;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.redis.RedisConfig;
import dev.shopwire.common.redis.RedisLink;
import dev.shopwire.common.redis.RedisMetrics;
import dev.shopwire.common.redis.RedisUri;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.UUID;

/**
 * Names the stores of a process, and what the keys in Redis are built from. Each verticle opens its
 * own connections. Thread-safe.
 *
 * @param redisUri empty if Redis is not configured
 * @param installation the id of this installation, which other installations in the same Redis
 *     don't have
 * @param epoch the current epoch of the database in PostgreSQL
 * @param exportConnections how many complete lists each role reads at once, each on a connection of
 *     its own
 */
public record SharedStores(
    Postgres postgres,
    Optional<RedisUri> redisUri,
    RedisMetrics redisMetrics,
    UUID installation,
    DatabaseEpoch epoch,
    int exportConnections) {

  /** Starts connecting to Redis, for the event loop of the calling verticle. */
  public RedisLink openRedis(Vertx vertx, RedisConfig config) {
    return RedisLink.open(vertx, redisUri, config, redisMetrics);
  }
}
