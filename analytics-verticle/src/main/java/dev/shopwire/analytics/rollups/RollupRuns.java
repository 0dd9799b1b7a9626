package dev.shopwire.analytics.rollups;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/**
 * Accesses the table {@code usage_rollup_runs}: per app, how many transactions have added events to
 * its rollups, what of its budget is used, up to where its rollups are merged, and from when on its
 * activity is stored. Methods run on the caller's event loop.
 */
public final class RollupRuns {
  /** The hour (since 1970) from which on an app's activity is complete: all of it. */
  public static final int EVERYTHING = Integer.MIN_VALUE;

  /** The same for an app whose activity must be filled first. */
  static final int NOTHING = Integer.MAX_VALUE;

  // A run of a version that writes no activity leaves activity_runs behind.
  private static final String STATE =
      """
      select event_names, grouped_properties,
        case when activity_runs = runs then activity_from end as activity_from
      from usage_rollup_runs where app_id = $1
      """;
  private static final String COUNT_RUN =
      """
      insert into usage_rollup_runs as r
        (app_id, runs, event_names, grouped_properties, activity_runs, activity_from)
      values ($1, 1, $2, $3, 1, $4)
      on conflict (app_id) do update set runs = r.runs + 1, event_names = excluded.event_names,
        grouped_properties = excluded.grouped_properties, activity_runs = r.runs + 1,
        activity_from = excluded.activity_from
      returning runs
      """;
  private static final String SET_ACTIVITY =
      "update usage_rollup_runs set activity_runs = runs, activity_from = $2 where app_id = $1";
  private static final String ACTIVITY_OF =
      """
      select max(case when activity_runs = runs then coalesce(activity_from, $2) else $2 end)
        as activity_from
      from usage_rollup_runs where app_id = any($1)
      """;
  private static final String NEWEST = "select runs from usage_rollup_runs where app_id = $1";
  private static final String APPS = "select app_id from usage_rollup_runs order by app_id";
  private static final String SET_MERGED_BEFORE =
      """
      update usage_rollup_runs set merged_before = $2
      where app_id = $1 and (merged_before is null or merged_before < $2)
      """;

  private RollupRuns() {}

  /**
   * What an app's runs have done so far.
   *
   * @param budget that is used
   * @param activityFrom the hour from which on the app's activity is complete
   */
  record State(AppBudget budget, int activityFrom) {
    private static State ofNoRun() {
      return new State(new AppBudget(0, 0), EVERYTHING);
    }

    private static State read(Row row) {
      Integer from = row.getInteger("activity_from");
      return new State(
          new AppBudget(row.getInteger("event_names"), row.getInteger("grouped_properties")),
          from == null ? NOTHING : from);
    }
  }

  /** An app without a run has all of its budget left. */
  static Future<State> state(SqlClient client, long appId) {
    return client
        .preparedQuery(STATE)
        .execute(Tuple.of(appId))
        .map(rows -> Rows.first(rows, State::read).orElseGet(State::ofNoRun));
  }

  /**
   * Counts a run and stores the budget used; returns the run's number.
   *
   * @param state after the run
   */
  static Future<Long> count(SqlConnection connection, long appId, State state) {
    return connection
        .preparedQuery(COUNT_RUN)
        .execute(
            Tuple.of(appId, state.budget().eventNames(), state.budget().groupedProperties())
                .addInteger(state.activityFrom() == NOTHING ? null : state.activityFrom()))
        .map(rows -> rows.iterator().next().getLong("runs"));
  }

  /** Stores from which hour on the app's activity is complete. */
  static Future<Void> setActivity(SqlConnection connection, long appId, int from) {
    return connection.preparedQuery(SET_ACTIVITY).execute(Tuple.of(appId, from)).mapEmpty();
  }

  /** The hour (since 1970) from which on the activity of all these apps is complete. */
  public static Future<Integer> activityFrom(SqlClient client, List<Long> apps) {
    return client
        .preparedQuery(ACTIVITY_OF)
        .execute(Tuple.of(apps.toArray(Long[]::new), NOTHING))
        .map(
            rows -> {
              Integer from = rows.iterator().next().getInteger("activity_from");
              return from == null ? EVERYTHING : from;
            });
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
