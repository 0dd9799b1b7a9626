package dev.shopwire.analytics.rollups;

import dev.shopwire.common.contracts.AnalyticsContracts.AppBacklog;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The table {@code usage_event_backlog}: groups of stored events that are not yet aggregated. */
final class UsageEventBacklog {
  private static final String NEWEST =
      "select max(group_id) as newest from usage_event_backlog where app_id = $1";
  private static final String MISSING =
      """
      select min(stored_at) as since,
        coalesce(bool_or(quarantined_at is null), false) as waiting
      from usage_event_backlog
      where app_id = $1 and group_id <= $2
      """;
  private static final String APPS =
      """
      with recursive waiting as (
        (select app_id from usage_event_backlog where quarantined_at is null
          order by app_id limit 1)
        union all
        select (select b.app_id from usage_event_backlog b
          where b.app_id > waiting.app_id and quarantined_at is null order by b.app_id limit 1)
        from waiting where waiting.app_id is not null)
      select app_id from waiting where app_id is not null
      """;
  private static final String WAITING =
      """
      select group_id, events from usage_event_backlog
      where app_id = $1 and quarantined_at is null
      order by group_id limit 1000
      """;
  private static final String STATUS =
      """
      select coalesce(sum(events) filter (where quarantined_at is null), 0)::bigint as waiting,
        min(stored_at) filter (where quarantined_at is null) as waiting_since,
        coalesce(sum(events) filter (where quarantined_at is not null), 0)::bigint as quarantined
      from usage_event_backlog where app_id = $1
      """;
  private static final String QUARANTINED =
      """
      select group_id, stored_at, reason from usage_event_backlog
      where app_id = $1 and quarantined_at is not null order by group_id limit $2
      """;
  private static final String OF_APPS =
      """
      select b.app_id, coalesce(sum(b.events) filter (where quarantined_at is null), 0)::bigint
          as events,
        coalesce(extract(epoch from now() - min(stored_at) filter (where quarantined_at is null)),
          0)::float8 as seconds,
        coalesce(sum(b.events) filter (where quarantined_at is not null), 0)::bigint as quarantined,
        coalesce(max(r.runs), 0)::bigint as runs
      from usage_event_backlog b left join usage_rollup_runs r on r.app_id = b.app_id
      group by b.app_id
      """;
  private static final String DELETE =
      "delete from usage_event_backlog where app_id = $1 and group_id = any($2)";
  // Moving events runs no trigger, so the new group's row is inserted here.
  private static final String SPLIT =
      """
      with half as materialized (
        select s.new_group, s.moved
        from usage_event_backlog b
        cross join lateral split_usage_event_group($1, $2, b.events / 2) s
        where b.app_id = $1 and b.group_id = $2
      ), counted as (
        update usage_event_backlog b set events = b.events - half.moved
        from half where b.app_id = $1 and b.group_id = $2
        returning b.stored_at
      )
      insert into usage_event_backlog (app_id, group_id, events, stored_at)
      select $1, half.new_group, half.moved, counted.stored_at
      from half, counted
      """;
  private static final String QUARANTINE =
      """
      update usage_event_backlog set quarantined_at = now(), reason = left($3, 500)
      where app_id = $1 and group_id = $2
      """;
  private static final String RETRY =
      """
      update usage_event_backlog b set quarantined_at = null
      from (select app_id, group_id from usage_event_backlog where quarantined_at is not null
        order by quarantined_at limit $1) oldest
      where b.app_id = oldest.app_id and b.group_id = oldest.group_id
      """;

  private UsageEventBacklog() {}

  /**
   * Some groups of an app.
   *
   * @param events the number of events in all of them
   * @param isAll whether no other groups wait
   */
  record Batch(List<Long> groups, long events, boolean isAll) {}

  /** The newest group in the backlog. */
  static Future<Optional<Long>> newest(SqlClient client, long appId) {
    return client
        .preparedQuery(NEWEST)
        .execute(Tuple.of(appId))
        .map(rows -> Optional.ofNullable(rows.iterator().next().getLong("newest")));
  }

  /**
   * Groups up to a given one that are not aggregated.
   *
   * @param since when the oldest of them was stored
   * @param waiting whether any of them waits, as opposed to being quarantined
   */
  record Missing(Optional<Instant> since, boolean waiting) {
    static final Missing NOTHING = new Missing(Optional.empty(), false);
  }

  static Future<Missing> missing(SqlClient client, long appId, long upTo) {
    return client
        .preparedQuery(MISSING)
        .execute(Tuple.of(appId, upTo))
        .map(
            rows -> {
              Row row = rows.iterator().next();
              return new Missing(
                  Optional.ofNullable(row.getOffsetDateTime("since"))
                      .map(OffsetDateTime::toInstant),
                  row.getBoolean("waiting"));
            });
  }

  /** The apps with waiting groups. */
  static Future<List<Long>> apps(SqlClient client) {
    return client
        .query(APPS)
        .execute()
        .map(
            rows -> {
              List<Long> apps = new ArrayList<>();
              rows.forEach(row -> apps.add(row.getLong("app_id")));
              return apps;
            });
  }

  /** The oldest groups of an app within the bounds, but at least one, if any waits. */
  static Future<Batch> nextBatch(
      SqlConnection connection, long appId, long maxEvents, int maxGroups) {
    return connection
        .preparedQuery(WAITING)
        .execute(Tuple.of(appId))
        .map(rows -> nextBatch(rows, maxEvents, maxGroups));
  }

  private static Batch nextBatch(RowSet<Row> waiting, long maxEvents, int maxGroups) {
    List<Long> groups = new ArrayList<>();
    long events = 0;
    for (Row row : waiting) {
      long more = row.getLong("events");
      if (!groups.isEmpty() && (events + more > maxEvents || groups.size() == maxGroups)) {
        break;
      }
      events += more;
      groups.add(row.getLong("group_id"));
    }
    return new Batch(groups, events, groups.size() == waiting.size());
  }

  /**
   * The number of events of an app that are not aggregated.
   *
   * @param since when the oldest waiting one was stored
   */
  record Status(long waiting, Optional<OffsetDateTime> since, long quarantined) {}

  static Future<Status> status(SqlClient client, long appId) {
    return client
        .preparedQuery(STATUS)
        .execute(Tuple.of(appId))
        .map(rows -> rows.iterator().next())
        .map(
            row ->
                new Status(
                    row.getLong("waiting"),
                    Optional.ofNullable(row.getOffsetDateTime("waiting_since")),
                    row.getLong("quarantined")));
  }

  /** A group that is excluded from aggregation. */
  record Quarantined(long group, OffsetDateTime storedAt, String reason) {}

  /** The app's first quarantined groups. */
  static Future<List<Quarantined>> quarantined(SqlClient client, long appId, int limit) {
    return client
        .preparedQuery(QUARANTINED)
        .execute(Tuple.of(appId, limit))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new Quarantined(
                            row.getLong("group_id"),
                            row.getOffsetDateTime("stored_at"),
                            row.getString("reason"))));
  }

  /** The backlog of one app, and how many of its events are quarantined. */
  record OfApp(AppBacklog waiting, long quarantined) {}

  /** Every app's backlog; reads all of it. */
  static Future<List<OfApp>> ofApps(SqlClient client) {
    return client
        .query(OF_APPS)
        .execute()
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new OfApp(
                            new AppBacklog(
                                row.getLong("app_id"),
                                row.getLong("events"),
                                row.getDouble("seconds"),
                                row.getLong("runs")),
                            row.getLong("quarantined"))));
  }

  static Future<Void> delete(SqlConnection connection, long appId, Batch batch) {
    return connection
        .preparedQuery(DELETE)
        .execute(Tuple.of(appId).addArrayOfLong(batch.groups.toArray(Long[]::new)))
        .mapEmpty();
  }

  /** Splits a group into two, each with half of the events. */
  static Future<Void> split(SqlConnection connection, long appId, long group) {
    return connection.preparedQuery(SPLIT).execute(Tuple.of(appId, group)).mapEmpty();
  }

  /** Excludes a group from aggregation. */
  static Future<Void> quarantine(SqlClient client, long appId, long group, String reason) {
    return client.preparedQuery(QUARANTINE).execute(Tuple.of(appId, group, reason)).mapEmpty();
  }

  /** Lets up to {@code max} quarantined groups of all apps wait again, the oldest first. */
  static Future<Void> retryQuarantined(SqlClient client, int max) {
    return client.preparedQuery(RETRY).execute(Tuple.of(max)).mapEmpty();
  }
}
