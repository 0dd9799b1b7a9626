package dev.shopwire.automation.dryruns;

import dev.shopwire.automation.reads.HeavyReads;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.background.Sweep;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works on dry runs, a portion in each transaction, and deletes old ones. Any number of processes
 * may do so, and continue where one was killed. Not thread-safe; use from one event loop.
 */
public final class DryRunJobs {
  private static final Logger LOG = LoggerFactory.getLogger(DryRunJobs.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final long PURGE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Vertx vertx;
  private final Pool pool;
  private final HeavyReads heavy;
  private final BackgroundTaskLog failures = new BackgroundTaskLog(LOG, "A dry run of a flow");
  private final Sweep<DryRunKey> sweep;
  private long purgedNanos = System.nanoTime() - PURGE_NANOS;

  /**
   * @param pool for what takes milliseconds
   * @param heavy portions take turns with reads that take long, and have their connections
   */
  public DryRunJobs(Vertx vertx, Pool pool, HeavyReads heavy) {
    this.vertx = vertx;
    this.pool = pool;
    this.heavy = heavy;
    this.sweep =
        new Sweep<>(
            vertx,
            PAUSE,
            1,
            this::find,
            this::work,
            new BackgroundTaskLog(LOG, "Dry runs of flows"));
  }

  /** Looks for dry runs now, and then at intervals. */
  public void look() {
    sweep.look();
  }

  /** Completes when nothing is in progress. */
  public Future<Void> close() {
    return sweep.close();
  }

  private Future<List<DryRunKey>> find() {
    long now = System.nanoTime();
    boolean isPurgeDue = now - purgedNanos >= PURGE_NANOS;
    if (isPurgeDue) {
      purgedNanos = now;
    }
    return (isPurgeDue ? purge() : Future.<Void>succeededFuture())
        .compose(purged -> DryRunTable.running(pool));
  }

  /** Returns whether more is left to do now. */
  private Future<Boolean> work(DryRunKey key) {
    return heavy
        .runPortion(key.workspaceId(), connection -> Portion.run(vertx, connection, key))
        .recover(
            error -> {
              boolean isOutage =
                  PostgresFailures.isOutage(error) && !PostgresFailures.isTimeout(error);
              if (isOutage || isBusy(error)) {
                return Future.failedFuture(error);
              }
              failures.failed(error);
              return DryRunTable.fail(pool, key, describe(error)).map(false);
            });
  }

  /** For the user; the log has the cause. */
  private static String describe(Throwable error) {
    return PostgresFailures.isTimeout(error)
        ? "Reading the customers and their events took too long: choose a shorter period, or one"
            + " customer"
        : "Internal error";
  }

  /** Whether it was not its turn in time. */
  private static boolean isBusy(Throwable error) {
    return error instanceof Failure failure && failure.code() == Code.UNAVAILABLE;
  }

  /** Tries a made-up cause, which takes milliseconds. */
  Future<Void> tryNow(DryRunKey key) {
    return Transactions.run(pool, connection -> Portion.run(vertx, connection, key)).mapEmpty();
  }

  private Future<Void> purge() {
    return DryRunTable.expired(pool).compose(expired -> delete(expired.iterator()));
  }

  private Future<Void> delete(Iterator<DryRunKey> expired) {
    if (!expired.hasNext()) {
      return Future.succeededFuture();
    }
    DryRunKey key = expired.next();
    return whileMore(() -> DryRunRuns.delete(pool, key))
        .compose(deleted -> whileMore(() -> DryRunCustomers.delete(pool, key)))
        .compose(deleted -> DryRunTable.delete(pool, key))
        .compose(deleted -> delete(expired));
  }

  private static Future<Void> whileMore(Supplier<Future<Boolean>> step) {
    return step.get().compose(isMore -> isMore ? whileMore(step) : Future.succeededFuture());
  }
}
