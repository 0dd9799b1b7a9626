package dev.shopwire.analytics.rollups;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/**
 * Accesses the table {@code usage_rollup_runs}: per app, how many transactions have added events to
 * its rollups, what of its budget is used, and up to where its rollups are merged. Methods run on
 * the caller's event loop.
 */
public final class RollupRuns {
  private static final String BUDGET =
      "select event_names, grouped_properties from usage_rollup_runs where app_id = $1";
  private static final String COUNT_RUN =
      """
      insert into usage_rollup_runs (app_id, runs, event_names, grouped_properties)
      values ($1, 1, $2, $3)
      on conflict (app_id) do update set runs = usage_rollup_runs.runs + 1,
        event_names = excluded.event_names, grouped_properties = excluded.grouped_properties
      returning runs
      """;
  private static final String NEWEST = "select runs from usage_rollup_runs where app_id = $1";
  private static final String APPS = "select app_id from usage_rollup_runs order by app_id";
  private static final String SET_MERGED_BEFORE =
      """
      update usage_rollup_runs set merged_before = $2
      where app_id = $1 and (merged_before is null or merged_before < $2)
      """;

  private RollupRuns() {}

  /** The budget that the app has used; all of it is left for an app without a run. */
  static Future<AppBudget> budget(SqlClient client, long appId) {
    return client
        .preparedQuery(BUDGET)
        .execute(Tuple.of(appId))
        .map(
            rows ->
                Rows.first(
                        rows,
                        row ->
                            new AppBudget(
                                row.getInteger("event_names"),
                                row.getInteger("grouped_properties")))
                    .orElseGet(() -> new AppBudget(0, 0)));
  }

  /** Counts a run and stores the budget used; returns the run's number. */
  static Future<Long> count(SqlConnection connection, long appId, AppBudget budget) {
    return connection
        .preparedQuery(COUNT_RUN)
        .execute(Tuple.of(appId, budget.eventNames(), budget.groupedProperties()))
        .map(rows -> rows.iterator().next().getLong("runs"));
  }

  /** The number of the app's last run; 0 if there is none. */
  public static Future<Long> newest(SqlConnection connection, long appId) {
    return connection
        .preparedQuery(NEWEST)
        .execute(Tuple.of(appId))
        .map(rows -> Rows.first(rows, row -> row.getLong("runs")).orElse(0L));
  }

  /** The apps that have had a run. */
  static Future<List<Long>> apps(SqlClient client) {
    return client.query(APPS).execute().map(rows -> Rows.list(rows, row -> row.getLong("app_id")));
  }

  /**
   * Stores that rollups before a day have hours but no quarter hours.
   *
   * @param day since 1970
   */
  static Future<Void> setMergedBefore(SqlClient client, long appId, int day) {
    return client.preparedQuery(SET_MERGED_BEFORE).execute(Tuple.of(appId, day)).mapEmpty();
  }
}
