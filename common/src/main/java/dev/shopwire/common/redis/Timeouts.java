package dev.shopwire.common.redis;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/** Bounds waits. */
final class Timeouts {
  private Timeouts() {}

  /** {@code future}, or a failure with {@code otherwise} after {@code millis}. */
  static <T> Future<T> within(Vertx vertx, long millis, Future<T> future, String otherwise) {
    Promise<T> promise = Promise.promise();
    long limit = vertx.setTimer(millis, id -> promise.tryFail(otherwise));
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
