package dev.shopwire.sources.report;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.load.FairSlots;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.telemetry.SharedWork;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.function.Function;

/**
 * Runs reads that may take seconds, each in one snapshot: few at once, with a limit of time. Not
 * thread-safe; use from one event loop.
 */
final class ReportReads {
  private static final Duration MAX_WAIT = Duration.ofSeconds(10);
  private static final Duration RETRY = Duration.ofSeconds(10);

  // Histories of all shops are sorted; few reads run at once.
  private static final String BEGIN =
      """
      set transaction isolation level repeatable read, read only;
      set local statement_timeout = %d;
      set local jit = off;
      set local work_mem = '32MB'
      """;

  /** Less than what ends a connection without traffic. */
  private static final long MAX_STATEMENT_MILLIS = 9_000;

  private final Vertx vertx;
  private final Pool pool;
  private final Duration limit;
  private final FairSlots slots;

  ReportReads(Vertx vertx, Pool pool, ReportLimits limits) {
    this.vertx = vertx;
    this.pool = pool;
    this.limit = limits.time();
    this.slots =
        new FairSlots(vertx, limits.atOnce(), limits.ofWorkspace(), MAX_WAIT, ReportReads::busy);
  }

  /** A read-only transaction that sees one moment, and fails after a while. */
  record Snapshot(SqlConnection connection, Runnable checkTime) {
    PortionReader portions(Vertx vertx) {
      return new PortionReader(vertx, connection, checkTime);
    }
  }

  /** For short statements. */
  Pool pool() {
    return pool;
  }

  /**
   * Runs {@code work} once a slot is free. If it takes too long, the result is a 503; the slot is
   * free again with the end of the statement or the portion that is being worked on then.
   *
   * @param workspaceId whose read it is: each has a share of the slots
   */
  <T> Future<T> run(long workspaceId, Function<Snapshot, Future<T>> work) {
    Promise<T> result = SharedWork.promise();
    slots
        .run(workspaceId, () -> limited(work, result))
        .onComplete(result::tryComplete, error -> result.tryFail(asFailure(error)));
    return result.future();
  }

  private <T> Future<T> limited(Function<Snapshot, Future<T>> work, Promise<T> result) {
    Runnable checkTime = timeLimit();
    long timer = vertx.setTimer(limit.toMillis(), expired -> result.tryFail(tooSlow()));
    return Transactions.run(
            pool,
            connection ->
                connection
                    .query(BEGIN.formatted(Math.min(limit.toMillis(), MAX_STATEMENT_MILLIS)))
                    .execute()
                    .compose(begun -> work.apply(new Snapshot(connection, checkTime))))
        .onComplete(done -> vertx.cancelTimer(timer));
  }

  /** What fails once a read that begins now takes too long. */
  Runnable timeLimit() {
    long deadline = System.nanoTime() + limit.toNanos();
    return () -> check(deadline);
  }

  private void check(long deadline) {
    if (System.nanoTime() - deadline > 0) {
      throw tooSlow();
    }
  }

  private Throwable asFailure(Throwable error) {
    return PostgresFailures.isTimeout(error) ? tooSlow() : error;
  }

  private Failure tooSlow() {
    return Failure.unavailable(
        "partner_report_too_slow",
        "The report took longer than "
            + limit.toMillis()
            + " ms, the limit of sources.report.millis, or one statement longer than 9 s",
        RETRY);
  }

  private static Failure busy() {
    return Failure.unavailable(
        "partner_reports_busy", "Too many reports are being computed, try again later", RETRY);
  }
}
