package dev.shopwire.common.redis;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.nodes.StoreProbes;
import dev.shopwire.common.telemetry.Telemetry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A connection to Redis that never makes callers wait: a request without a timely reply fails, and
 * from then on requests to that server fail at once until it is reconnected in the background. Not
 * thread-safe; use from one event loop.
 */
public interface RedisLink {
  /** A line of the reply to INFO; Valkey reports the Redis version that it is compatible with. */
  Pattern VERSION = Pattern.compile("(?m)^redis_version:(\\S+)");

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
    StoreProbes.of(vertx).add("redis", vertx, () -> version(link));
    return link;
  }

  private static Future<String> version(RedisLink link) {
    if (!link.isFullyConnected()) {
      return Future.failedFuture(Failure.unavailable("Redis is unavailable"));
    }
    // Any server has it; a link sends requests by the slot of their keys.
    return link.send(RedisKeys.of(new UUID(0, 0), 0), Request.cmd(Command.INFO).arg("server"))
        .map(
            reply -> {
              Matcher version = VERSION.matcher(String.valueOf(reply));
              return version.find() ? version.group(1) : "unknown";
            });
  }
}
