package dev.shopwire.console.exports;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.telemetry.SharedWork;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Limits how many exports run at once; further ones wait for a while, in order of arrival. Not
 * thread-safe; use from one event loop.
 */
final class ExportSlots {
  static final Duration RETRY_AFTER = Duration.ofSeconds(10);

  private final Vertx vertx;
  private final Duration wait;
  private final Deque<Promise<Void>> waiting = new ArrayDeque<>();
  private int free;

  /**
   * @param wait how long one may wait
   */
  ExportSlots(Vertx vertx, int slots, Duration wait) {
    this.vertx = vertx;
    this.free = slots;
    this.wait = wait;
  }

  /** Takes a slot, to be released later; fails with 503 if none is free in time. */
  Future<Void> acquire() {
    if (free > 0) {
      free--;
      return Future.succeededFuture();
    }
    Promise<Void> turn = SharedWork.promise();
    waiting.add(turn);
    long timer =
        vertx.setTimer(
            wait.toMillis(),
            expired -> {
              if (waiting.remove(turn)) {
                turn.fail(busy());
              }
            });
    return turn.future().onComplete(done -> vertx.cancelTimer(timer));
  }

  void release() {
    Promise<Void> next = waiting.poll();
    if (next == null) {
      free++;
    } else {
      next.complete();
    }
  }

  private static Failure busy() {
    return Failure.unavailable(
        "exports_busy", "Too many exports are in progress, try again later", RETRY_AFTER);
  }
}
