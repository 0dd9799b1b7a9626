package dev.shopwire.ingest.query;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.PostgresFailures;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The connections that reads may use: few, apart from those of writes, shared by the process, and
 * each statement limited in time, so that no report slows ingest to a stop. For one event loop.
 */
public final class Reads {
  // Pages that reports need are mostly in memory: an index alone beats reading whole tables. A plan
  // made for any range fits none; compiling costs more than it saves.
  private static final String PREPARE =
      """
      select set_config('statement_timeout', $1, true), set_config('jit', 'off', true),
        set_config('plan_cache_mode', 'force_custom_plan', true),
        set_config('work_mem', '64MB', true), set_config('random_page_cost', '1.1', true)
      """;
  private static final String BEGIN = "begin isolation level repeatable read read only";
  private static final String QUERY_CANCELED = "57014";

  /** How often it is asked whether PostgreSQL is there while a read goes on; 503 if it isn't. */
  private static final long PULSE_MILLIS = 700;

  /**
   * @param lookups connections for lists and figures that are added up beforehand
   * @param scans connections for what must look at every event: the bound of how much of the
   *     machine reports take
   * @param statement how long a statement may take
   */
  public record Limits(int lookups, int scans, Duration statement) {}

  private final Vertx vertx;
  private final Limits limits;
  private final Pool lookups;
  private final Pool scans;
  private final Pool pulse;

  /**
   * @param pulse connections that nothing slow is done on
   */
  public Reads(Vertx vertx, Postgres postgres, Limits limits, Pool pulse) {
    this.vertx = vertx;
    this.limits = limits;
    this.lookups = postgres.sharedPool(vertx, limits.lookups(), "lookups");
    this.scans = postgres.sharedPool(vertx, limits.scans(), "scans");
    this.pulse = pulse;
  }

  /** Short work in one read-only snapshot; fails with 503 when it takes too long. */
  public <T> Future<T> lookup(Function<SqlConnection, Future<T>> work) {
    return run(lookups, work);
  }

  /** The same for work that looks at many events; it may have to wait for others'. */
  public <T> Future<T> scan(Function<SqlConnection, Future<T>> work) {
    return run(scans, work);
  }

  private <T> Future<T> run(Pool pool, Function<SqlConnection, Future<T>> work) {
    return pool.getConnection()
        .recover(error -> Future.failedFuture(waited(error)))
        .compose(connection -> snapshot(connection, work).eventually(connection::close));
  }

  private <T> Future<T> snapshot(
      SqlConnection connection, Function<SqlConnection, Future<T>> work) {
    Future<?> begun = connection.query(BEGIN).execute();
    return begun
        .compose(
            done ->
                connection
                    .preparedQuery(PREPARE)
                    .execute(Tuple.of(Long.toString(limits.statement().toMillis()))))
        .compose(done -> work.apply(connection))
        .eventually(() -> connection.query("rollback").execute())
        .recover(error -> Future.failedFuture(told(error)));
  }

  private Throwable told(Throwable error) {
    return error instanceof PgException e && QUERY_CANCELED.equals(e.getSqlState())
        ? Failure.unavailable(
            "This took longer than the "
                + limits.statement().toMillis()
                + " ms that a read may take; ask for a shorter range or for fewer events")
        : PostgresFailures.asFailure(error);
  }

  private static Throwable waited(Throwable error) {
    return String.valueOf(error.getMessage()).contains("Timeout")
            || error instanceof io.vertx.core.http.ConnectionPoolTooBusyException
        ? Failure.unavailable("Too many reads are under way")
        : PostgresFailures.asFailure(error);
  }

  /**
   * A long read is told from a store that hangs by asking it something short meanwhile.
   *
   * @return fails with 503 once PostgreSQL doesn't answer, whatever becomes of {@code read}
   */
  <T> Future<T> whileAlive(Future<T> read) {
    if (read.isComplete()) {
      return read;
    }
    Promise<T> answer = Promise.promise();
    read.onComplete(answer::tryComplete, answer::tryFail);
    long timer =
        vertx.setPeriodic(
            PULSE_MILLIS,
            id ->
                pulse
                    .query("select 1")
                    .execute()
                    .timeout(PULSE_MILLIS, TimeUnit.MILLISECONDS)
                    .onFailure(
                        gone ->
                            answer.tryFail(Failure.unavailable("The database does not answer"))));
    return answer.future().onComplete(done -> vertx.cancelTimer(timer));
  }

  public Future<Void> close() {
    return Future.join(lookups.close(), scans.close()).mapEmpty();
  }
}
