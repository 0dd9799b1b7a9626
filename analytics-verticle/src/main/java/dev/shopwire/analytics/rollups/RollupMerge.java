package dev.shopwire.analytics.rollups;

import dev.shopwire.analytics.rollups.UsageRollups.GroupMonth;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges the blocks of old days: quarter hours become hours, and the days of a month share blocks
 * of up to {@link UsageRollups#MAX_AGGREGATES} aggregates. Reports of time zones whose days don't
 * start on an hour read the events of half an hour at the edges of old buckets. Not thread-safe;
 * use from one event loop.
 */
final class RollupMerge {
  /** Fewer blocks of a month are not worth merging: late events make a few again. */
  private static final int MIN_BLOCKS = 8;

  /** Maximum number of months per query for candidates. */
  private static final int MAX_MONTHS = 100;

  private static final String LOCK =
      """
      select pg_try_advisory_xact_lock(hashtextextended('usage_rollups', $1)) as locked,
        set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)
      """;

  private final Vertx vertx;
  private final Pool pool;
  private final int recentDays;

  /**
   * @param recentDays that are not merged
   */
  RollupMerge(Vertx vertx, Pool pool, int recentDays) {
    this.vertx = vertx;
    this.pool = pool;
    this.recentDays = recentDays;
  }

  /** Merges all old blocks, app by app, each month in a transaction of its own. */
  Future<Void> run() {
    return RollupRuns.apps(pool)
        .compose(
            apps -> {
              Future<Void> merged = Future.succeededFuture();
              for (long appId : apps) {
                merged = merged.compose(done -> merge(appId));
              }
              return merged;
            });
  }

  private Future<Void> merge(long appId) {
    int horizon = horizon(Instant.now(), recentDays);
    // The horizon is moved first: from then on reports read whole hours, which quarter hours make
    // up as well as hours do.
    return RollupRuns.setMergedBefore(pool, appId, horizon)
        .compose(done -> UsageRollups.toMerge(pool, appId, horizon, MIN_BLOCKS, MAX_MONTHS))
        .compose(
            months -> {
              Future<Boolean> merged = Future.succeededFuture(false);
              for (GroupMonth month : months) {
                merged = merged.compose(any -> merge(appId, month).map(more -> any || more));
              }
              boolean mayBeMore = months.size() == MAX_MONTHS;
              return merged.compose(
                  any -> any && mayBeMore ? merge(appId) : Future.succeededFuture());
            });
  }

  /** The first day, since 1970, of the month in which the recent days start. */
  static int horizon(Instant now, int recentDays) {
    return Math.toIntExact(
        LocalDate.ofInstant(now, ZoneOffset.UTC)
            .minusDays(recentDays)
            .withDayOfMonth(1)
            .toEpochDay());
  }

  /**
   * @return false if another process is working on this app
   */
  private Future<Boolean> merge(long appId, GroupMonth month) {
    return Transactions.run(
        pool,
        connection ->
            connection
                .preparedQuery(LOCK)
                .execute(Tuple.of(appId))
                .compose(
                    locked ->
                        locked.iterator().next().getBoolean("locked")
                            ? merge(connection, appId, month).map(true)
                            : Future.succeededFuture(false)));
  }

  private Future<Void> merge(SqlConnection connection, long appId, GroupMonth month) {
    AppBudget budget = new AppBudget(0, 0);
    String event = month.group().event();
    return UsageProperties.read(connection, appId, List.of(event), budget)
        .compose(done -> UsageRollups.readFine(connection, appId, month))
        .compose(rows -> vertx.executeBlocking(() -> merged(budget.known(event), rows), false))
        .compose(
            blocks ->
                UsageRollups.deleteFine(connection, appId, month)
                    .compose(done -> UsageRollups.write(vertx, connection, appId, blocks)));
  }

  private static List<RollupBlock> merged(KnownEvent event, RowSet<Row> rows) {
    List<RollupBlock> merged = new ArrayList<>();
    RollupBlock last = null;
    for (Row row : rows) {
      RollupBlock hours = BlockRow.hours(event, row);
      if (last == null || last.size() + hours.size() > UsageRollups.MAX_AGGREGATES) {
        last = hours;
        merged.add(last);
      } else {
        append(last, hours);
      }
    }
    return merged;
  }

  private static void append(RollupBlock block, RollupBlock later) {
    int daysLater = later.key.day() - block.key.day();
    block.add(later, daysLater * 24);
    block.days = Math.max(block.days, daysLater + later.days);
  }
}
