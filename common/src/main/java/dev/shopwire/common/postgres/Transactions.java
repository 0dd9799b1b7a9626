package dev.shopwire.common.postgres;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Runs work in a transaction, on the caller's event loop. */
public final class Transactions {
  private static final int ATTEMPTS = 5;

  private Transactions() {}

  /**
   * Runs {@code work} in a transaction, which is rolled back if it fails. Work that loses to a
   * concurrent transaction (deadlock, serialization) is retried from its start.
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

  /**
   * Completes when all {@code statements} of one transaction have ended, which must precede its
   * end. Fails with the error that aborted the transaction, not with one that it caused in others.
   */
  public static Future<Void> join(List<? extends Future<?>> statements) {
    return Future.join(statements)
        .transform(
            ended ->
                statements.stream()
                    .filter(Future::failed)
                    .map(Future::cause)
                    .min(Comparator.comparing(PostgresFailures::isAbortedTransaction))
                    .map(cause -> Future.<Void>failedFuture(cause))
                    .orElseGet(Future::succeededFuture));
  }

  /** Runs {@code work} in a transaction that is always rolled back, and returns its result. */
  public static <T> Future<T> runAndRollBack(Pool pool, Function<SqlConnection, Future<T>> work) {
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

  /** Like the other {@code run}, on a connection that no other caller starts a transaction on. */
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
