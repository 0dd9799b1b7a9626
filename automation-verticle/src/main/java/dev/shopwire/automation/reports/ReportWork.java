package dev.shopwire.automation.reports;

import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Reads reports on threads of their own, few at once, so that they take neither an event loop nor
 * much memory; senders in equal shares. Not thread-safe; use from one event loop.
 */
final class ReportWork {
  static final String BUSY = "reports_busy";

  private static final int THREADS = 2;

  /** Each with up to 1 MiB, its text of the bus, and what is made of it. */
  private static final int MAX_WAITING = 16;

  private static final int MAX_OF_SENDER = 4;
  private static final Duration RETRY = Duration.ofSeconds(2);

  private final WorkerExecutor workers;
  private final Map<Long, Integer> bySender = new HashMap<>();
  private int waiting;

  ReportWork(Vertx vertx) {
    workers = vertx.createSharedWorkerExecutor("mail-reports", THREADS);
  }

  /** Fails with 503 if too many wait. */
  <T> Future<T> run(long senderId, Callable<T> work) {
    int own = bySender.getOrDefault(senderId, 0);
    if (waiting >= MAX_WAITING || own >= MAX_OF_SENDER) {
      return Future.failedFuture(
          Failure.unavailable(
              BUSY, "Too many reports are being read at this moment; try again", RETRY));
    }
    waiting++;
    bySender.put(senderId, own + 1);
    return workers.executeBlocking(work, false).onComplete(done -> ended(senderId));
  }

  private void ended(long senderId) {
    waiting--;
    bySender.computeIfPresent(senderId, (id, count) -> count == 1 ? null : count - 1);
  }

  Future<Void> close() {
    return workers.close();
  }
}
