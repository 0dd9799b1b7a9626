package dev.shopwire.analytics.rollups;

import dev.shopwire.analytics.activity.ActiveShopHours;
import dev.shopwire.analytics.activity.ShopHours;
import dev.shopwire.analytics.sessions.SessionStarts;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * Fills the active shops and session starts of apps whose events a version aggregated that did not
 * store them: from the newest events back to the oldest, some hours at a time. Not thread-safe; use
 * from one event loop.
 */
final class ActivityFill {
  /** How much of one app is read at once: the app's aggregation waits meanwhile. */
  private static final int HOURS = 6;

  private static final String NEWEST_BEFORE =
      """
      select greatest(
        (select occurred_at from stored_usage_events
         where app_id = $1 and occurred_at < $2 order by occurred_at desc limit 1),
        (select started_at from sessions
         where app_id = $1 and started_at < $2 order by started_at desc limit 1)) as at
      """;

  private final Pool pool;

  ActivityFill(Pool pool) {
    this.pool = pool;
  }

  /** Fills all apps, one after the other. */
  Future<Void> run() {
    return RollupRuns.apps(pool)
        .compose(
            apps -> {
              Promise<Void> done = Promise.promise();
              fill(apps, 0, done);
              return done.future();
            });
  }

  private void fill(List<Long> apps, int index, Promise<Void> done) {
    if (index == apps.size()) {
      done.complete();
      return;
    }
    Transactions.run(pool, connection -> step(connection, apps.get(index)))
        .onComplete(more -> fill(apps, more ? index : index + 1, done), done::fail);
  }

  /**
   * Fills some hours of an app.
   *
   * @return whether there may be more; not if another process is working on the app
   */
  private static Future<Boolean> step(SqlConnection connection, long appId) {
    return RollupTransaction.lock(connection, appId)
        .compose(
            locked ->
                locked
                    ? RollupRuns.state(connection, appId)
                        .compose(state -> step(connection, appId, state.activityFrom()))
                    : Future.succeededFuture(false));
  }

  private static Future<Boolean> step(SqlConnection connection, long appId, int from) {
    if (from == RollupRuns.EVERYTHING) {
      return Future.succeededFuture(false);
    }
    return newestBefore(connection, appId, from)
        .compose(
            newest ->
                newest
                    .map(at -> fill(connection, appId, at, from).map(true))
                    .orElseGet(
                        () ->
                            RollupRuns.setActivity(connection, appId, RollupRuns.EVERYTHING)
                                .map(false)));
  }

  private static Future<Optional<Instant>> newestBefore(
      SqlConnection connection, long appId, int hour) {
    return connection
        .preparedQuery(NEWEST_BEFORE)
        .execute(Tuple.of(appId, start(hour)))
        .map(
            rows ->
                Optional.ofNullable(rows.iterator().next().getOffsetDateTime("at"))
                    .map(OffsetDateTime::toInstant));
  }

  /** The hours between the newest event and those already filled have none. */
  private static Future<Void> fill(
      SqlConnection connection, long appId, Instant newest, int filledFrom) {
    int hour = ShopHours.hour(newest);
    int first = Math.floorDiv(hour, HOURS) * HOURS;
    OffsetDateTime start = start(first);
    OffsetDateTime end = start(Math.min(hour + 1, filledFrom));
    return ActiveShopHours.fill(connection, appId, start, end)
        .compose(done -> SessionStarts.fill(connection, appId, start, end))
        .compose(done -> RollupRuns.setActivity(connection, appId, first));
  }

  private static OffsetDateTime start(int hour) {
    return ShopHours.start(hour).atOffset(ZoneOffset.UTC);
  }
}
