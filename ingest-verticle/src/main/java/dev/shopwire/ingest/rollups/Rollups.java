package dev.shopwire.ingest.rollups;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.ingest.sessions.LiveWindows;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps rollups and sessions equal to the stored events: the backlog says what is missing, and
 * whoever reads first has it added up. For one event loop.
 */
public final class Rollups {
  private static final String NEWEST =
      "select max(group_id) as newest from usage_event_backlog where app_id = $1";
  private static final String MISSING =
      """
      select min(stored_at) as since from usage_event_backlog
      where app_id = $1 and group_id <= $2
      """;
  private static final String APPS =
      """
      with recursive waiting as (
        (select app_id from usage_event_backlog order by app_id limit 1)
        union all
        select (select b.app_id from usage_event_backlog b where b.app_id > waiting.app_id
          order by b.app_id limit 1)
        from waiting where waiting.app_id is not null)
      select app_id from waiting where app_id is not null
      """;

  /** Events of one transaction while a reader waits, and in the background. */
  private static final long WHILE_READING = 10_000;

  private static final long IN_BACKGROUND = 20_000;

  /** How long a reader waits for the backlog before it is told since when events are missing. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private static final long RETRY_MILLIS = 10;

  private final Vertx vertx;
  private final Pool pool;
  private final LiveWindows windows;
  private final Map<Integer, Future<Roll.Outcome>> running = new HashMap<>();

  /**
   * @param connections of the process, not of this instance
   */
  public Rollups(Vertx vertx, Postgres postgres, LiveWindows windows, int connections) {
    this.vertx = vertx;
    this.pool = postgres.sharedPool(vertx, connections, "rollups");
    this.windows = windows;
  }

  /**
   * Adds up what is stored and not yet added up.
   *
   * @return empty if all that was committed before the call is in; else since when events are
   *     missing, because there are more than can be added up while somebody waits
   */
  public Future<Optional<Instant>> catchUp(int appId) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    return pool.preparedQuery(NEWEST)
        .execute(Tuple.of(appId))
        .compose(
            rows -> {
              Long newest = rows.iterator().next().getLong("newest");
              return newest == null
                  ? Future.succeededFuture(Optional.empty())
                  : rollUntil(appId, newest, deadline);
            });
  }

  private Future<Optional<Instant>> rollUntil(int appId, long newest, long deadline) {
    return roll(appId, WHILE_READING)
        .compose(
            outcome ->
                outcome == Roll.Outcome.BUSY
                    ? vertx.timer(RETRY_MILLIS).map(outcome)
                    : Future.succeededFuture(outcome))
        .compose(outcome -> pool.preparedQuery(MISSING).execute(Tuple.of(appId, newest)))
        .compose(
            rows -> {
              OffsetDateTime since = rows.iterator().next().getOffsetDateTime("since");
              if (since == null) {
                return Future.succeededFuture(Optional.empty());
              }
              return System.nanoTime() < deadline
                  ? rollUntil(appId, newest, deadline)
                  : Future.succeededFuture(Optional.of(since.toInstant()));
            });
  }

  /** Who asks while one is under way takes part in it. */
  private Future<Roll.Outcome> roll(int appId, long maxEvents) {
    Future<Roll.Outcome> current = running.get(appId);
    if (current != null) {
      return current;
    }
    Future<Roll.Outcome> started =
        Transactions.run(
            pool, connection -> new Roll(vertx, connection, windows, appId).run(maxEvents));
    running.put(appId, started);
    started.onComplete(done -> running.remove(appId));
    return started;
  }

  /**
   * Adds up what waits, a part of each app's, so that none of them waits for another's end.
   *
   * @return whether there is more
   */
  Future<Boolean> sweep(BacklogMetrics metrics) {
    return metrics
        .measure(pool)
        .compose(measured -> pool.query(APPS).execute())
        .compose(
            rows -> {
              Future<Boolean> round = Future.succeededFuture(false);
              for (Row row : rows) {
                int app = row.getInteger("app_id");
                round =
                    round.compose(
                        more ->
                            roll(app, IN_BACKGROUND)
                                .map(outcome -> more || outcome == Roll.Outcome.MORE));
              }
              return round;
            });
  }

  public Future<Void> close() {
    return pool.close();
  }
}
