package dev.shopwire.analytics.sessions;

import dev.shopwire.common.postgres.DatabaseEpoch;
import dev.shopwire.common.redis.RedisLink;
import io.vertx.core.Future;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Counts the shops with a page view in the last 30 minutes, from a set in Redis. The set is used
 * only if it is current to PostgreSQL's own last run, so that an emptied, slow or lost Redis costs
 * a query and never gives a wrong result; that query refills the set. Not thread-safe; use from one
 * event loop.
 */
public final class ActiveShops {
  private static final String RECENT =
      """
      select customer_id, max(occurred_at) as last, bool_or(occurred_at <= $3) as active
      from stored_usage_events
      where app_id = $1 and event_name = 'page_view' and path is not null and occurred_at > $2
      group by customer_id
      """;

  /** Customers in memory at a time. */
  private static final int FETCH = 5_000;

  private final ActiveShopSets sets;

  /**
   * @param installation separates the keys from those of processes of other databases
   * @param epoch separates them from those of runs that PostgreSQL may have lost
   */
  public ActiveShops(RedisLink redis, UUID installation, DatabaseEpoch epoch) {
    this.sets = new ActiveShopSets(redis, installation, epoch);
  }

  /** Adds to {@code recent} those of {@code pageViews} that may keep a window open. */
  public void keepRecent(List<Session> pageViews, List<Session> recent) {
    Instant since = Instant.now().minus(Session.GAP);
    pageViews.stream().filter(view -> view.startedAt().isAfter(since)).forEach(recent::add);
  }

  /**
   * Adds the page views of run {@code run}. To be called in its transaction, before it commits: if
   * that fails, the additional page views in the set are stored all the same.
   *
   * @return never fails
   */
  public Future<Void> recordRun(long appId, long run, List<Session> recent) {
    Map<Long, Long> last = new HashMap<>();
    recent.forEach(
        view -> last.merge(view.customerId(), view.startedAt().toEpochMilli(), Math::max));
    return sets.record(appId, run, last);
  }

  /**
   * The number of shops with a page view in the last 30 minutes.
   *
   * @param connection whose snapshot contains everything to be counted, already aggregated; with an
   *     open transaction
   * @param run the app's last run in that snapshot
   */
  public Future<Long> count(SqlConnection connection, long appId, long run) {
    Instant now = Instant.now();
    return sets.count(appId, run, now.minus(Session.GAP), now)
        .compose(
            count ->
                count == null
                    ? new Refill(connection, appId, run, now).count()
                    : Future.succeededFuture(count));
  }

  /** Counts in PostgreSQL, and fills the set with what it reads. */
  private final class Refill {
    private final SqlConnection connection;
    private final long appId;
    private final long run;
    private final Instant now;
    private final ActiveShopSets.Filling filling;
    private long active;

    Refill(SqlConnection connection, long appId, long run, Instant now) {
      this.connection = connection;
      this.appId = appId;
      this.run = run;
      this.now = now;
      this.filling = sets.fill(appId);
    }

    Future<Long> count() {
      Tuple period =
          Tuple.of(
              appId, now.minus(Session.GAP).atOffset(ZoneOffset.UTC), now.atOffset(ZoneOffset.UTC));
      return connection
          .prepare(RECENT)
          .compose(
              statement -> {
                Cursor cursor = statement.cursor(period);
                // Not awaited: later statements on the connection run after them.
                return read(cursor)
                    .onComplete(
                        done -> {
                          cursor.close();
                          statement.close();
                        });
              })
          .map(
              done -> {
                filling.use(run);
                return active;
              });
    }

    private Future<Void> read(Cursor cursor) {
      return cursor
          .read(FETCH)
          .compose(this::add)
          .compose(added -> cursor.hasMore() ? read(cursor) : Future.succeededFuture());
    }

    private Future<Void> add(RowSet<Row> rows) {
      Map<Long, Long> last = new HashMap<>();
      for (Row row : rows) {
        Instant time = row.getOffsetDateTime("last").toInstant();
        active += row.getBoolean("active") ? 1 : 0;
        if (time.isAfter(now)) {
          // It would hide the one before.
          filling.abandon();
        }
        last.put(row.getLong("customer_id"), time.toEpochMilli());
      }
      return filling.add(last);
    }
  }
}
