package dev.shopwire.common.redis;

import dev.shopwire.common.telemetry.Telemetry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A connection to Redis that never makes callers wait: a request without a timely reply fails, and
 * from then on requests to that server fail at once until it is reconnected in the background. Not
 * thread-safe; use from one event loop.
 */
public interface RedisLink {
  /** Whether requests for these keys would fail at once. */
  boolean isUnavailable(RedisKeys keys);

  /**
   * Sends a request whose keys all belong to one app. Requests of the same event loop turn are
   * pipelined.
   *
   * @return fails with the error from Redis, or if there is no reply in time
   */
  Future<@Nullable Response> send(RedisKeys keys, Request request);

  /** Whether all servers that requests may go to were connected a moment ago. Thread-safe. */
  boolean isFullyConnected();

  Future<Void> close();

  /**
   * Starts connecting to {@code uri} and returns at once.
   *
   * @param uri empty if Redis is not configured
   */
  static RedisLink open(
      Vertx vertx, Optional<RedisUri> uri, RedisConfig config, RedisMetrics metrics) {
    return uri.map(named -> open(vertx, named, config, metrics)).orElseGet(DisabledRedis::new);
  }

  private static RedisLink open(
      Vertx vertx, RedisUri uri, RedisConfig config, RedisMetrics metrics) {
    RedisClientFactory clients = new RedisClientFactory(vertx, uri, config);
    RedisLink link =
        uri.kind() == RedisUri.Kind.CLUSTER
            ? new RedisCluster(vertx, clients, config.replyTimeout(), metrics)
            : new RedisMaster(vertx, clients, config.replyTimeout(), metrics);
    Telemetry.of(vertx).addRedisLink(link::isFullyConnected);
    return link;
  }
}
