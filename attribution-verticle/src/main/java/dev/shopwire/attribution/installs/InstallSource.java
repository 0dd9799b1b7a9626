package dev.shopwire.attribution.installs;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A connection to the source for one run, which can't write anything: it uses only prepared
 * statements (so one statement each), in a transaction that is irrevocably read-only and always
 * rolled back. Time limits are set at the source and enforced by the client too. Not thread-safe;
 * use from one event loop.
 */
final class InstallSource {
  private static final int CONNECT_SECONDS = 10;
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final long LOCK_MILLIS = 5_000;
  private static final long IDLE_MILLIS = 120_000;

  private static final String LIMITS =
      """
      select set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true),
        set_config('idle_in_transaction_session_timeout', $3, true),
        set_config('timezone', 'UTC', true)
      """;

  private final Pool pool;
  private final SqlConnection connection;
  private final InstallSourceConfig config;

  private InstallSource(Pool pool, SqlConnection connection, InstallSourceConfig config) {
    this.pool = pool;
    this.connection = connection;
    this.config = config;
  }

  static Future<InstallSource> open(Vertx vertx, InstallSourceConfig config) {
    PoolOptions one =
        new PoolOptions()
            .setMaxSize(1)
            .setConnectionTimeout(CONNECT_SECONDS)
            .setConnectionTimeoutUnit(TimeUnit.SECONDS);
    // An idle transport is closed, whatever happened to the other end.
    NetClientOptions transport =
        new NetClientOptions()
            .setConnectTimeout(CONNECT_SECONDS * 1_000)
            .setIdleTimeout((int) (IDLE_MILLIS + config.statementTime().toMillis()))
            .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
    Pool pool =
        PgBuilder.pool()
            .with(one)
            .with(transport)
            .connectingTo(config.source().options().setCachePreparedStatements(false))
            .using(vertx)
            .build();
    return pool.getConnection()
        .compose(
            connection -> Future.succeededFuture(new InstallSource(pool, connection, config)),
            error ->
                pool.close()
                    .transform(closed -> Future.failedFuture(SourceFailures.ofSource(error))));
  }

  /** Runs one statement within its time limit. */
  Future<RowSet<Row>> query(String sql, Tuple parameters) {
    return bounded(connection.preparedQuery(sql).execute(parameters));
  }

  /**
   * Opens a cursor of the query.
   *
   * @param from the first instant to read, as PostgreSQL's text
   */
  Future<Cursor> openCursor(String from) {
    String statementMillis = Long.toString(config.statementTime().toMillis());
    Tuple limits =
        Tuple.of(statementMillis, Long.toString(LOCK_MILLIS), Long.toString(IDLE_MILLIS));
    return query("begin read only", Tuple.tuple())
        // Once a query has run, the transaction can't be made writable any more.
        .compose(started -> query("select 1", Tuple.tuple()))
        .compose(settled -> query(LIMITS, limits))
        .compose(
            limited ->
                bounded(connection.prepare(InstallQuery.wrap(config.query(), config.columns()))))
        .map(prepared -> prepared.cursor(Tuple.of(from)));
  }

  Future<RowSet<Row>> fetch(Cursor cursor) {
    return bounded(cursor.read(config.pageRows()));
  }

  /**
   * Enforces the time limit, since the query may have lifted the source's own, and marks errors as
   * the source's.
   */
  private <T> Future<T> bounded(Future<T> result) {
    long millis = config.statementTime().plus(GRACE).toMillis();
    return result
        .timeout(millis, TimeUnit.MILLISECONDS)
        .onFailure(
            error -> {
              if (error instanceof TimeoutException) {
                PgConnection.cast(connection).cancelRequest();
              }
            })
        .recover(error -> Future.failedFuture(SourceFailures.ofSource(error)));
  }

  Future<Void> close() {
    return bounded(connection.preparedQuery("rollback").execute())
        .transform(rolledBack -> pool.close())
        .otherwiseEmpty();
  }
}
