package dev.shopwire.sources.pull;

import dev.shopwire.sources.pull.LeaseTable.Superseded;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Ends waits early when a connection is no longer to be polled. Use from one event loop. */
final class Cancellation {
  private final Vertx vertx;
  private final Set<Promise<Void>> waits = new HashSet<>();
  private boolean cancelled;

  Cancellation(Vertx vertx) {
    this.vertx = vertx;
  }

  void cancel() {
    cancelled = true;
    List.copyOf(waits).forEach(wait -> wait.tryFail(new Superseded()));
    waits.clear();
  }

  boolean isCancelled() {
    return cancelled;
  }

  /** Completes after the pause; fails with {@link Superseded} as soon as it is cancelled. */
  Future<Void> pause(Duration pause) {
    if (cancelled) {
      return Future.failedFuture(new Superseded());
    }
    Promise<Void> ended = Promise.promise();
    waits.add(ended);
    long timer =
        vertx.setTimer(
            Math.max(1, pause.toMillis()),
            passed -> {
              waits.remove(ended);
              ended.tryComplete();
            });
    return ended.future().onFailure(superseded -> vertx.cancelTimer(timer));
  }
}
