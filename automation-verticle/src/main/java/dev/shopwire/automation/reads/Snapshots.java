package dev.shopwire.automation.reads;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Runs reads of one snapshot that take milliseconds, on the caller's event loop. */
public final class Snapshots {
  static final String READ_ONLY = "set transaction isolation level repeatable read, read only";

  /** Less than the 2 s within which callers must learn that PostgreSQL does not respond. */
  private static final long RESPONSE_MILLIS = 1_500;

  private Snapshots() {}

  /**
   * Fails with 404 if there is no such workspace, and soon with 503 if PostgreSQL does not respond.
   * Precedes what may take seconds.
   */
  public static Future<Void> requireWorkspace(Pool pool, long workspaceId) {
    return new Workspaces(pool)
        .require(workspaceId)
        .timeout(RESPONSE_MILLIS, TimeUnit.MILLISECONDS)
        .recover(
            error ->
                Future.failedFuture(
                    error instanceof TimeoutException
                        ? Failure.unavailable("PostgreSQL did not respond in time")
                        : error));
  }

  /**
   * The same before a request about a resource of the workspace.
   *
   * @param resource what a 404 names: without a workspace there is none such
   */
  public static Future<Void> requireWorkspaceOf(String resource, Pool pool, long workspaceId) {
    return requireWorkspace(pool, workspaceId)
        .recover(
            error ->
                Future.failedFuture(
                    error instanceof Failure failure && failure.code() == Code.NOT_FOUND
                        ? Failure.notFound(resource)
                        : error));
  }

  /** Runs {@code work} in a read-only transaction that sees one moment. */
  public static <T> Future<T> read(Pool pool, Function<SqlConnection, Future<T>> work) {
    return Transactions.run(
        pool,
        connection ->
            connection.query(READ_ONLY).execute().compose(begun -> work.apply(connection)));
  }
}
