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
 * The right to read one source, which one process at most has. It is a lock of a session, and that
 * session alone writes what was read: a process that lost the right can write no more. For one
 * event loop.
 */
final class InstallSourceLease {
  /** Keeps these keys apart from all other advisory locks. */
  static final int LOCK_CLASS = 0x5357_4c49;

  // The server ends a session that falls silent, so a host that is gone holds nothing for long.
  private static final String TAKE =
      """
      select pg_try_advisory_lock($1, $2) as taken, pg_backend_pid() as session,
        set_config('idle_session_timeout', '30000', false),
        set_config('idle_in_transaction_session_timeout', '30000', false)
      """;
  private static final long BEAT_MILLIS = 3_000;

  private final Vertx vertx;
  private final Pool pool;
  private final SqlConnection connection;
  private final int session;
  private final long beat;

  private InstallSourceLease(Vertx vertx, Pool pool, SqlConnection connection, int session) {
    this.session = session;
    this.vertx = vertx;
    this.pool = pool;
    this.connection = connection;
    // Our own transport closes silent connections too, and a slow source makes this one silent.
    this.beat =
        vertx.setPeriodic(
            BEAT_MILLIS, id -> connection.preparedQuery("select 1").execute().otherwiseEmpty());
  }

  /**
   * Empty if another process has it; fails if it would be taken through a pooler, where a lock may
   * stay with a connection of the server that nobody knows.
   */
  static Future<Optional<InstallSourceLease>> take(Vertx vertx, Postgres postgres, int appId) {
    Pool pool = postgres.direct().pool(vertx, 1, SessionSettings.BACKGROUND);
    return pool.getConnection()
        .compose(
            connection ->
                requireSession(connection, postgres)
                    .compose(
                        own -> connection.preparedQuery(TAKE).execute(Tuple.of(LOCK_CLASS, appId)))
                    .map(rows -> lease(vertx, pool, connection, rows.iterator().next())))
        .compose(
            lease ->
                lease.isPresent()
                    ? Future.succeededFuture(lease)
                    : pool.close().otherwiseEmpty().map(lease),
            error -> pool.close().transform(closed -> Future.failedFuture(error)));
  }

  /** A pooler tells its clients other numbers than those of the server's processes. */
  private static Future<Void> requireSession(SqlConnection connection, Postgres postgres) {
    int told = PgConnection.cast(connection).processId();
    return connection
        .query("select pg_backend_pid() as session")
        .execute()
        .map(
            rows -> {
              boolean own = rows.iterator().next().getInteger("session") == told;
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
        ? Optional.of(new InstallSourceLease(vertx, pool, connection, row.getInteger("session")))
        : Optional.empty();
  }

  SqlConnection connection() {
    return connection;
  }

  /** The server's own number of the session. */
  int session() {
    return session;
  }

  /** Ends the session, and the lock with it. */
  Future<Void> close() {
    vertx.cancelTimer(beat);
    return pool.close().otherwiseEmpty();
  }
}
