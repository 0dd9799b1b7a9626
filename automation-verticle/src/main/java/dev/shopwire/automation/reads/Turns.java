package dev.shopwire.automation.reads;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.telemetry.SharedWork;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Limits how many reads run at once. The others wait, and workspaces take turns, so that many reads
 * of one workspace don't delay those of another. Not thread-safe; use from one event loop.
 */
final class Turns {
  private static final int MAX_WAITING = 256;
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final Duration wait;

  // Ordered by the last turn of each workspace.
  private final Map<Long, Deque<Promise<Void>>> waiting = new LinkedHashMap<>();
  private int allWaiting;
  private int free;

  /**
   * @param atOnce how many reads may run
   * @param wait how long one may wait
   */
  Turns(Vertx vertx, int atOnce, Duration wait) {
    this.vertx = vertx;
    this.free = atOnce;
    this.wait = wait;
  }

  /** Runs work once it is its turn; fails with 503 if that takes too long. */
  <T> Future<T> run(long workspaceId, Supplier<Future<T>> work) {
    return acquire(workspaceId)
        .compose(
            turn ->
                Future.<Void>succeededFuture()
                    .compose(go -> work.get())
                    .onComplete(done -> release()));
  }

  private Future<Void> acquire(long workspaceId) {
    if (free > 0) {
      free--;
      return Future.succeededFuture();
    }
    if (allWaiting >= MAX_WAITING) {
      return Future.failedFuture(busy());
    }
    Promise<Void> turn = SharedWork.promise();
    waiting.computeIfAbsent(workspaceId, first -> new ArrayDeque<>()).add(turn);
    allWaiting++;
    long timer = vertx.setTimer(wait.toMillis(), expired -> giveUp(workspaceId, turn));
    return turn.future().onComplete(done -> vertx.cancelTimer(timer));
  }

  private void giveUp(long workspaceId, Promise<Void> turn) {
    Deque<Promise<Void>> queue = waiting.get(workspaceId);
    if (queue != null && queue.remove(turn)) {
      allWaiting--;
      if (queue.isEmpty()) {
        waiting.remove(workspaceId);
      }
      turn.fail(busy());
    }
  }

  private static Failure busy() {
    return Failure.unavailable(
        "segment_reads_busy",
        "Too many previews and lists of members are being read, try again later",
        RETRY);
  }

  private void release() {
    if (waiting.isEmpty()) {
      free++;
      return;
    }
    Map.Entry<Long, Deque<Promise<Void>>> next = waiting.entrySet().iterator().next();
    waiting.remove(next.getKey());
    Promise<Void> turn = next.getValue().remove();
    if (!next.getValue().isEmpty()) {
      waiting.put(next.getKey(), next.getValue());
    }
    allWaiting--;
    turn.complete();
  }
}
