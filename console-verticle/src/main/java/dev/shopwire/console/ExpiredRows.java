package dev.shopwire.console;

import dev.shopwire.common.background.BackgroundTaskLog;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/**
 * Deletes what has expired in the console's tables, once a minute. Statements never see expired
 * rows as valid, so that it does not matter when. Not thread-safe; use from one event loop.
 */
final class ExpiredRows {
  private static final long PERIOD_MILLIS = 60_000;

  private final Vertx vertx;
  private final List<Supplier<Future<?>>> deletions;
  private final BackgroundTaskLog failures =
      new BackgroundTaskLog(
          LoggerFactory.getLogger(ExpiredRows.class), "Deleting expired sessions and tokens");
  private Future<?> run = Future.succeededFuture();
  private long timer;

  /**
   * @param deletions one for each table
   */
  ExpiredRows(Vertx vertx, List<Supplier<Future<?>>> deletions) {
    this.vertx = vertx;
    this.deletions = deletions;
  }

  /** Starts at once and does not block the caller. */
  void start() {
    delete();
    timer = vertx.setPeriodic(PERIOD_MILLIS, passed -> delete());
  }

  private void delete() {
    if (run.isComplete()) {
      List<Future<?>> started = new ArrayList<>();
      deletions.forEach(deletion -> started.add(deletion.get()));
      run = failures.watch(Future.join(started));
    }
  }

  /** Completes when nothing is in progress any more. */
  Future<?> close() {
    vertx.cancelTimer(timer);
    return run.otherwiseEmpty();
  }
}
