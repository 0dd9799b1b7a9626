package dev.shopwire.common.redis;

import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import org.jspecify.annotations.Nullable;

/** The link of an installation without Redis: permanently unavailable, without reconnecting. */
final class DisabledRedis implements RedisLink {
  @Override
  public boolean isUnavailable(RedisKeys keys) {
    return true;
  }

  @Override
  public Future<@Nullable Response> send(RedisKeys keys, Request request) {
    return Future.failedFuture(Failure.unavailable("Redis is not configured"));
  }

  /** No server is expected, so none is missing. */
  @Override
  public boolean isFullyConnected() {
    return true;
  }

  @Override
  public Future<Void> close() {
    return Future.succeededFuture();
  }
}
