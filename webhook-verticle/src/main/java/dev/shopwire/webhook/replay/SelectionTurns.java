package dev.shopwire.webhook.replay;

import dev.shopwire.common.contracts.RequestDeadline;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.telemetry.SharedWork;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.Supplier;

/**
 * Runs selections of deliveries one at a time, since each may hold one of the few connections that
 * all workspaces share for more than a second. Not thread-safe; use from one event loop.
 */
final class SelectionTurns {
  private static final int MAX_WAITING = 32;

  private Future<?> last = Future.succeededFuture();
  private int waiting;

  /** Fails with 503 if the turn does not come in time; then {@code selection} is not run. */
  <T> Future<T> run(Supplier<Future<T>> selection) {
    if (waiting == MAX_WAITING) {
      return Future.failedFuture(
          Failure.unavailable("Deliveries are being selected for other replays; try again later"));
    }
    RequestDeadline deadline = RequestDeadline.fromNow();
    waiting++;
    Promise<Void> turn = SharedWork.promise();
    last.onComplete(before -> turn.complete());
    Future<T> result =
        turn.future()
            .compose(
                come -> {
                  waiting--;
                  deadline.check();
                  return selection.get();
                });
    last = result;
    return result;
  }
}
