package dev.shopwire.automation.reads;

import dev.shopwire.automation.sql.MemberPages;
import dev.shopwire.common.failure.Failure;
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
 * Runs reads that may take seconds: few at once, each with a time limit and a connection of a pool
 * that nothing else uses, so that other work never waits for them. Not thread-safe; use from one
 * event loop.
 */
public final class HeavyReads {
  private static final Duration MAX_WAIT = Duration.ofSeconds(10);
  private static final Duration RETRY = Duration.ofSeconds(10);

  private static final String BEGIN = MemberPages.SNAPSHOT + ";\nset local statement_timeout = %d";

  // The first statement that reads, with which the snapshot begins.
  private static final String NOW = "select clock_timestamp() as at";

  private final Vertx vertx;
  private final Pool pool;
  private final Duration limit;
  private final Turns turns;

  /**
   * @param pool has a connection for each read that runs at once
   */
  public HeavyReads(Vertx vertx, Pool pool, ReadLimits limits) {
    this.vertx = vertx;
    this.pool = pool;
    this.limit = limits.time();
    this.turns = new Turns(vertx, limits.atOnce(), MAX_WAIT);
  }

  /**
   * Runs {@code work} once it is the workspace's turn. If it takes too long, the result is a 503;
   * the turn ends with the statement that is running then, whose time is limited too.
   */
  public <T> Future<T> run(long workspaceId, Function<Snapshot, Future<T>> work) {
    Promise<T> result = SharedWork.promise();
    turns
        .run(workspaceId, () -> limited(work, result))
        .onComplete(result::tryComplete, error -> result.tryFail(asFailure(error)));
    return result.future();
  }

  /**
   * Runs a portion of background work in a transaction that may write, once it is the workspace's
   * turn: reads wait for one portion at most.
   */
  public <T> Future<T> runPortion(long workspaceId, Function<SqlConnection, Future<T>> work) {
    return turns.run(workspaceId, () -> Transactions.run(pool, work));
  }

  private <T> Future<T> limited(Function<Snapshot, Future<T>> work, Promise<T> result) {
    long timer = vertx.setTimer(limit.toMillis(), expired -> result.tryFail(tooSlow()));
    return Transactions.run(pool, connection -> begin(connection, work))
        .onComplete(done -> vertx.cancelTimer(timer));
  }

  private <T> Future<T> begin(SqlConnection connection, Function<Snapshot, Future<T>> work) {
    return connection
        .query(BEGIN.formatted(limit.toMillis()))
        .execute()
        .compose(begun -> connection.query(NOW).execute())
        .map(now -> now.iterator().next().getOffsetDateTime("at").toInstant())
        .compose(at -> work.apply(new Snapshot(connection, at)));
  }

  private Throwable asFailure(Throwable error) {
    return PostgresFailures.isTimeout(error) ? tooSlow() : error;
  }

  private Failure tooSlow() {
    return Failure.unavailable(
        "segment_read_too_slow",
        "Reading the customers of this condition took longer than "
            + limit.toMillis()
            + " ms. Conditions that scan values or events take long; combine them with indexed ones",
        RETRY);
  }
}
