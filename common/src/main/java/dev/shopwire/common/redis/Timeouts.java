package dev.shopwire.common.redis;

import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/** Limits how long a future may take. */
final class Timeouts {
  private Timeouts() {}

  /** Completes with {@code future}, or fails with {@code message} after {@code millis}. */
  static <T> Future<T> within(Vertx vertx, long millis, Future<T> future, String message) {
    Promise<T> promise = Promise.promise();
    long limit = vertx.setTimer(millis, id -> promise.tryFail(Failure.unavailable(message)));
    future.onComplete(
        result -> {
          vertx.cancelTimer(limit);
          if (result.succeeded()) {
            promise.tryComplete(result.result());
          } else {
            promise.tryFail(result.cause());
          }
        });
    return promise.future();
  }
}
