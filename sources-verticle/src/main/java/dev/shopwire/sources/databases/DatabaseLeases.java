package dev.shopwire.sources.databases;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Function;

/**
 * The right to use a database, which one process has at a time, by the clock of Shopwire's
 * PostgreSQL. A lease that is not renewed ends after 10 s. Not thread-safe; use from one event
 * loop.
 */
public final class DatabaseLeases {
  private static final Duration LENGTH = Duration.ofSeconds(10);
  private static final Duration RENEWAL = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final long RETRY_MILLIS = 100;

  private static final String ACQUIRE =
      """
      insert into linked_database_leases as l (database_id, owner, epoch, ends_at)
      values ($1, $2, 1, clock_timestamp() + $3 * interval '1 ms')
      on conflict (database_id) do update set
        owner = excluded.owner, epoch = l.epoch + 1, ends_at = excluded.ends_at
      where l.ends_at <= clock_timestamp()
      returning epoch
      """;
  private static final String RENEW =
      """
      update linked_database_leases set ends_at = clock_timestamp() + $4 * interval '1 ms'
      where database_id = $1 and owner = $2 and epoch = $3 and ends_at > clock_timestamp()
      """;
  private static final String RELEASE =
      """
      update linked_database_leases set ends_at = clock_timestamp()
      where database_id = $1 and owner = $2 and epoch = $3
      """;
  private static final String FORGET = "delete from linked_database_leases where database_id = $1";

  private final Vertx vertx;
  private final Pool pool;
  private final UUID owner = UUID.randomUUID();

  public DatabaseLeases(Vertx vertx, Pool pool) {
    this.vertx = vertx;
    this.pool = pool;
  }

  /** The right to use a database, until it is lost or the work ends. */
  public static final class Lease {
    private final long databaseId;
    private final long epoch;
    private Runnable onLoss = () -> {};
    private boolean lost;

    private Lease(long databaseId, long epoch) {
      this.databaseId = databaseId;
      this.epoch = epoch;
    }

    /** What ends the use at once when the lease is lost. */
    public void onLoss(Runnable action) {
      onLoss = action;
      if (lost) {
        action.run();
      }
    }

    private void lose() {
      if (!lost) {
        lost = true;
        onLoss.run();
      }
    }
  }

  /** Does work with a lease; fails with 409 if the database is used for longer than 5 s. */
  public <T> Future<T> use(long databaseId, Function<Lease, Future<T>> work) {
    return acquire(databaseId, System.nanoTime() + PATIENCE.toNanos())
        .compose(
            lease -> {
              long timer = vertx.setPeriodic(RENEWAL.toMillis(), passed -> renew(lease));
              return Future.<Void>succeededFuture()
                  .compose(start -> work.apply(lease))
                  .eventually(
                      () -> {
                        vertx.cancelTimer(timer);
                        return release(lease);
                      });
            });
  }

  private Future<Lease> acquire(long databaseId, long end) {
    return pool.preparedQuery(ACQUIRE)
        .execute(Tuple.of(databaseId, owner, LENGTH.toMillis()))
        .compose(
            rows -> {
              if (rows.size() > 0) {
                return Future.succeededFuture(
                    new Lease(databaseId, rows.iterator().next().getLong("epoch")));
              }
              return System.nanoTime() > end
                  ? Future.failedFuture(
                      Failure.of(
                          Code.CONFLICT,
                          "database_busy",
                          "Another preview, check or run uses the database"))
                  : vertx.timer(RETRY_MILLIS).compose(passed -> acquire(databaseId, end));
            });
  }

  /** An outage may be over before the lease ends; another process waits until then. */
  private void renew(Lease lease) {
    pool.preparedQuery(RENEW)
        .execute(values(lease).addLong(LENGTH.toMillis()))
        .map(RowSet<Row>::rowCount)
        .otherwise(0)
        .onSuccess(
            renewed -> {
              if (renewed == 0) {
                lease.lose();
              }
            });
  }

  private Future<Void> release(Lease lease) {
    return pool.preparedQuery(RELEASE).execute(values(lease)).<Void>mapEmpty().otherwiseEmpty();
  }

  private Tuple values(Lease lease) {
    return Tuple.of(lease.databaseId, owner, lease.epoch);
  }

  /** Deletes the row of a database that is deleted. */
  static Future<Void> forget(SqlClient client, long databaseId) {
    return client.preparedQuery(FORGET).execute(Tuple.of(databaseId)).mapEmpty();
  }
}
