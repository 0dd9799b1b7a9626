package dev.shopwire.analytics.rollups;

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

  // The horizon is moved first: from then on reports read whole hours, which quarter hours make up
  // as well as hours do.
  private static final String HORIZON =
      """
      update usage_rollup_runs set merged_before = $2
      where app_id = $1 and (merged_before is null or merged_before < $2)
      """;
  private static final String APPS = "select app_id from usage_rollup_runs order by app_id";
  private static final String CANDIDATES =
      """
      select event_name, group_property,
        extract(epoch from date_trunc('month', to_timestamp(day * 86400.0) at time zone 'UTC')
          at time zone 'UTC')::bigint / 86400 as month
      from usage_rollups
      where app_id = $1 and grain in (15, 60) and not merged and day < $2
      group by 1, 2, 3 having count(*) >= $3 order by 1, 2, 3 limit $4
      """;
  private static final String DELETE =
      """
      delete from usage_rollups
      where app_id = $1 and event_name = $2 and group_property = $3 and grain = any('{15,60}')
        and day >= $4 and day < $5
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

  /** A month of one event name, grouped by one property or ungrouped. */
  private record Part(String event, String group, int month) {
    private static Part read(Row row) {
      return new Part(
          row.getString("event_name"),
          row.getString("group_property"),
          Math.toIntExact(row.getLong("month")));
    }

    private int nextMonth() {
      return Math.toIntExact(LocalDate.ofEpochDay(month).plusMonths(1).toEpochDay());
    }
  }

  /** Merges all old blocks, app by app, each month in a transaction of its own. */
  Future<Void> run() {
    return pool.query(APPS)
        .execute()
        .compose(
            rows -> {
              Future<Void> merged = Future.succeededFuture();
              for (Row row : rows) {
                merged = merged.compose(done -> merge(row.getLong("app_id")));
              }
              return merged;
            });
  }

  private Future<Void> merge(long appId) {
    int horizon = horizon(Instant.now(), recentDays);
    return pool.preparedQuery(HORIZON)
        .execute(Tuple.of(appId, horizon))
        .compose(
            done ->
                pool.preparedQuery(CANDIDATES)
                    .execute(Tuple.of(appId, horizon, MIN_BLOCKS, MAX_MONTHS)))
        .compose(
            rows -> {
              Future<Boolean> merged = Future.succeededFuture(false);
              for (Row row : rows) {
                merged =
                    merged.compose(any -> merge(appId, Part.read(row)).map(more -> any || more));
              }
              boolean mayBeMore = rows.size() == MAX_MONTHS;
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
  private Future<Boolean> merge(long appId, Part part) {
    return Transactions.run(
        pool,
        connection ->
            connection
                .preparedQuery(LOCK)
                .execute(Tuple.of(appId))
                .compose(
                    locked ->
                        locked.iterator().next().getBoolean("locked")
                            ? merge(connection, appId, part).map(true)
                            : Future.succeededFuture(false)));
  }

  private Future<Void> merge(SqlConnection connection, long appId, Part part) {
    AppBudget budget = new AppBudget(0, 0);
    return UsageProperties.read(connection, appId, List.of(part.event), budget)
        .compose(
            done ->
                UsageRollups.readFine(
                    connection,
                    appId,
                    new UsageRollups.Group(part.event, part.group),
                    part.month,
                    part.nextMonth()))
        .compose(rows -> vertx.executeBlocking(() -> merged(budget.known(part.event), rows), false))
        .compose(
            blocks ->
                connection
                    .preparedQuery(DELETE)
                    .execute(Tuple.of(appId, part.event, part.group, part.month, part.nextMonth()))
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
