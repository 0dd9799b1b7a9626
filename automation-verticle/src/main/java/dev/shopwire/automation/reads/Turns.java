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
 * Limits how much work of a kind runs at once. The rest waits, and workspaces take turns, so that
 * much work of one workspace doesn't delay that of another. Not thread-safe; use from one event
 * loop.
 */
public final class Turns {
  private static final int MAX_WAITING = 256;
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final Duration wait;
  private final int maxWaiting;
  private final Failure busy;

  // Ordered by the last turn of each workspace.
  private final Map<Long, Deque<Promise<Void>>> waiting = new LinkedHashMap<>();
  private int allWaiting;
  private int free;

  /**
   * For reads of customers.
   *
   * @param atOnce how many reads may run
   * @param wait how long one may wait
   */
  Turns(Vertx vertx, int atOnce, Duration wait) {
    this(vertx, atOnce, wait, MAX_WAITING, busy());
  }

  /**
   * For work of another kind.
   *
   * @param maxWaiting how much may wait
   * @param busy what work fails with if it has to wait too long, or too much waits already
   */
  public Turns(Vertx vertx, int atOnce, Duration wait, int maxWaiting, Failure busy) {
    this.vertx = vertx;
    this.free = atOnce;
    this.wait = wait;
    this.maxWaiting = maxWaiting;
    this.busy = busy;
  }

  /** Runs work once it is its turn; fails if that takes too long. */
  public <T> Future<T> run(long workspaceId, Supplier<Future<T>> work) {
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
    if (allWaiting >= maxWaiting) {
      return Future.failedFuture(busy);
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
      turn.fail(busy);
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
