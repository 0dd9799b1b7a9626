package dev.shopwire.attribution.installs;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/**
 * The right to read one source, held by at most one process. It is an advisory lock of a session,
 * and only that session writes what was read: a process that has lost the lock can't write any
 * more. Not thread-safe; use from one event loop.
 */
final class InstallSourceLease {
  // The server ends an idle session, so that an unreachable host doesn't hold the lock for long.
  private static final String ACQUIRE =
      """
      select pg_try_advisory_lock(lock_key) as taken, lock_key, pg_backend_pid() as session,
        set_config('idle_session_timeout', '30000', false),
        set_config('idle_in_transaction_session_timeout', '30000', false)
      from hashtextextended('install_sources', $1) as lock_key
      """;
  private static final long KEEP_ALIVE_MILLIS = 3_000;

  private final Vertx vertx;
  private final Pool pool;
  private final SqlConnection connection;
  private final long lockKey;
  private final int session;
  private final long keepAliveTimer;

  private InstallSourceLease(
      Vertx vertx, Pool pool, SqlConnection connection, long lockKey, int session) {
    this.lockKey = lockKey;
    this.session = session;
    this.vertx = vertx;
    this.pool = pool;
    this.connection = connection;
    // The client closes idle connections too, and a slow source leaves this one idle.
    this.keepAliveTimer =
        vertx.setPeriodic(
            KEEP_ALIVE_MILLIS,
            // If it fails, so does the run, which logs it.
            id -> connection.preparedQuery("select 1").execute().otherwiseEmpty());
  }

  /**
   * Acquires the lease; empty if another process holds it. Fails through a pooler, where the lock
   * may stay with an unknown connection to the server.
   */
  static Future<Optional<InstallSourceLease>> acquire(Vertx vertx, Postgres postgres, long appId) {
    Pool pool = postgres.direct().pool(vertx, 1, SessionSettings.BACKGROUND);
    return pool.getConnection()
        .compose(
            connection ->
                rejectPooler(connection, postgres)
                    .compose(own -> connection.preparedQuery(ACQUIRE).execute(Tuple.of(appId)))
                    .map(rows -> lease(vertx, pool, connection, rows.iterator().next())))
        .compose(
            lease ->
                lease.isPresent()
                    ? Future.succeededFuture(lease)
                    : pool.close().otherwiseEmpty().map(lease),
            error -> pool.close().transform(closed -> Future.failedFuture(error)));
  }

  /**
   * Fails if connected to a pooler, which reports other process ids than the server, unless a
   * direct URI is set.
   */
  private static Future<Void> rejectPooler(SqlConnection connection, Postgres postgres) {
    int announced = PgConnection.cast(connection).processId();
    return connection
        .query("select pg_backend_pid() as session")
        .execute()
        .map(
            rows -> {
              boolean own = rows.iterator().next().getInteger("session") == announced;
              if (!own && postgres.directUri().isEmpty()) {
                throw new IllegalSourceException(
                    "postgres.uri leads to a pooler; set postgres.direct.uri to the server itself");
              }
              return null;
            });
  }

  private static Optional<InstallSourceLease> lease(
      Vertx vertx, Pool pool, SqlConnection connection, Row row) {
    return row.getBoolean("taken")
        ? Optional.of(
            new InstallSourceLease(
                vertx, pool, connection, row.getLong("lock_key"), row.getInteger("session")))
        : Optional.empty();
  }

  SqlConnection connection() {
    return connection;
  }

  /** The key of the advisory lock. */
  long lockKey() {
    return lockKey;
  }

  /** The server's process id for the session. */
  int session() {
    return session;
  }

  /** Ends the session, and the lock with it. */
  Future<Void> close() {
    vertx.cancelTimer(keepAliveTimer);
    return pool.close().otherwiseEmpty();
  }
}
