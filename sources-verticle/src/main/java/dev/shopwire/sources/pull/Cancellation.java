package dev.shopwire.sources.pull;

import dev.shopwire.sources.pull.LeaseTable.Superseded;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;

/** Ends waits early when a connection is no longer to be polled. Use from one event loop. */
final class Cancellation {
  private final Vertx vertx;
  private final Promise<Void> cancelled = Promise.promise();

  Cancellation(Vertx vertx) {
    this.vertx = vertx;
  }

  void cancel() {
    cancelled.tryComplete();
  }

  boolean isCancelled() {
    return cancelled.future().isComplete();
  }

  /** Completes after the pause; fails with {@link Superseded} as soon as it is cancelled. */
  Future<Void> pause(Duration pause) {
    if (isCancelled()) {
      return Future.failedFuture(new Superseded());
    }
    Promise<Void> ended = Promise.promise();
    long timer = vertx.setTimer(Math.max(1, pause.toMillis()), passed -> ended.tryComplete());
    cancelled
        .future()
        .onComplete(
            done -> {
              if (vertx.cancelTimer(timer)) {
                ended.tryFail(new Superseded());
              }
            });
    return ended.future();
  }
}
