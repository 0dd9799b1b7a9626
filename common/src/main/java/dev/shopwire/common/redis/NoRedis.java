package dev.shopwire.common.redis;

import io.vertx.core.Future;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import org.jspecify.annotations.Nullable;

/**
 * Stands for the Redis of an installation that has none: away for ever, and nobody looks for it.
 */
final class NoRedis implements RedisLink {
  @Override
  public boolean isAway(RedisKeys keys) {
    return true;
  }

  @Override
  public Future<@Nullable Response> send(RedisKeys keys, Request request) {
    return Future.failedFuture("this installation has no Redis");
  }

  /** Nothing that should be there is missing. */
  @Override
  public boolean isWhole() {
    return true;
  }

  @Override
  public Future<Void> close() {
    return Future.succeededFuture();
  }
}
