package dev.shopwire.common.postgres;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.function.Function;

/** Work in one transaction. Runs on the caller's event loop. */
public final class Transactions {
  private static final int ATTEMPTS = 5;

  private Transactions() {}

  /**
   * Commits what {@code work} did if it succeeds, else nothing of it. Work that lost against a
   * concurrent transaction (deadlock, serialisation) is done again from its start.
   */
  public static <T> Future<T> run(Pool pool, Function<SqlConnection, Future<T>> work) {
    return run(pool, work, ATTEMPTS);
  }

  private static <T> Future<T> run(
      Pool pool, Function<SqlConnection, Future<T>> work, int attempts) {
    return pool.<T>withTransaction(work)
        .recover(
            error ->
                attempts > 1 && PostgresFailures.isConflict(error)
                    ? run(pool, work, attempts - 1)
                    : Future.failedFuture(error));
  }

  /** What {@code work} comes to, of which nothing stays: it is rolled back. */
  public static <T> Future<T> tryOut(Pool pool, Function<SqlConnection, Future<T>> work) {
    return pool.withConnection(
        connection ->
            connection
                .begin()
                .compose(
                    transaction ->
                        Future.succeededFuture(connection)
                            .compose(work)
                            .eventually(transaction::rollback)));
  }

  /** The same on one connection, which nothing else begins a transaction on. */
  public static <T> Future<T> run(
      SqlConnection connection, Function<SqlConnection, Future<T>> work) {
    return run(connection, work, ATTEMPTS);
  }

  private static <T> Future<T> run(
      SqlConnection connection, Function<SqlConnection, Future<T>> work, int attempts) {
    return connection
        .begin()
        .compose(
            transaction ->
                Future.succeededFuture(connection)
                    .compose(work)
                    .compose(
                        result -> transaction.commit().map(result),
                        error ->
                            transaction.rollback().transform(done -> Future.failedFuture(error))))
        .recover(
            error ->
                attempts > 1 && PostgresFailures.isConflict(error)
                    ? run(connection, work, attempts - 1)
                    : Future.failedFuture(error));
  }
}
