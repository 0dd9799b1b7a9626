package dev.shopwire.common.load;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.telemetry.SharedWork;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * Limits how much work of one kind is done at once, so that it leaves connections and memory to
 * other work; more of it waits for a while, in order of arrival. Not thread-safe; use from one
 * event loop.
 */
public final class Slots {
  private final Vertx vertx;
  private final Duration wait;
  private final Deque<Promise<Void>> waiting = new ArrayDeque<>();
  private final Supplier<Failure> busy;
  private int free;

  /**
   * @param wait how long one may wait
   * @param busy the failure of what has waited too long
   */
  public Slots(Vertx vertx, int slots, Duration wait, Supplier<Failure> busy) {
    this.vertx = vertx;
    this.free = slots;
    this.wait = wait;
    this.busy = busy;
  }

  /** Does work that takes a slot until it is complete. */
  public <T> Future<T> run(Supplier<Future<T>> work) {
    return acquire()
        .compose(
            turn ->
                Future.<Void>succeededFuture()
                    .compose(go -> work.get())
                    .onComplete(done -> release()));
  }

  /** Takes a slot, to be released later; fails if none is free in time. */
  public Future<Void> acquire() {
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
                turn.fail(busy.get());
              }
            });
    return turn.future().onComplete(done -> vertx.cancelTimer(timer));
  }

  public void release() {
    Promise<Void> next = waiting.poll();
    if (next == null) {
      free++;
    } else {
      next.complete();
    }
  }
}
