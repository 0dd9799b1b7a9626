package dev.shopwire.common.redis;

import dev.shopwire.common.telemetry.Telemetry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The way to Redis that never keeps anybody waiting: what isn't answered in time has failed, and
 * from then on that server is away, which is known at once, until it is found again in the
 * background. For one event loop.
 */
public interface RedisLink {
  /** Whether calls for these keys would fail at once. */
  boolean isAway(RedisKeys keys);

  /**
   * Sends a request whose keys are all of one app. Several of one turn go out together.
   *
   * @return fails with Redis' own error, or when no answer comes in time
   */
  Future<@Nullable Response> send(RedisKeys keys, Request request);

  /** Whether every server that calls may go to was there a moment ago. Any thread. */
  boolean isWhole();

  Future<Void> close();

  /**
   * Starts to look for what {@code uri} names; returns at once.
   *
   * @param uri empty: this installation has no Redis
   */
  static RedisLink open(
      Vertx vertx, Optional<RedisUri> uri, RedisConfig config, RedisMetrics metrics) {
    return uri.map(named -> open(vertx, named, config, metrics)).orElseGet(NoRedis::new);
  }

  private static RedisLink open(
      Vertx vertx, RedisUri uri, RedisConfig config, RedisMetrics metrics) {
    RedisClients dial = new RedisClients(vertx, uri, config);
    RedisLink link =
        uri.kind() == RedisUri.Kind.CLUSTER
            ? new RedisCluster(vertx, dial, config.answerTime(), metrics)
            : new RedisMaster(vertx, dial, config.answerTime(), metrics);
    Telemetry.of(vertx).redisLink(link::isWhole);
    return link;
  }
}
