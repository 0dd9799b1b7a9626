package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.runs.plans.VersionKey;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.pgclient.data.Interval;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * The table of changes of a flow's open runs. The first portion is changed at once, and others
 * later, so that a call about a flow with a million runs takes no longer than others. Each portion
 * needs a transaction that has locked the flow's row: none of its runs is advanced meanwhile.
 * Methods run on the caller's event loop.
 */
public final class RunUpdates {
  /** Of one portion, which takes about a tenth of a second. */
  private static final int AT_ONCE = 5_000;

  private static final String ADD =
      """
      insert into flow_run_updates (workspace_id, flow_id, kind, version, until, paused_at, length)
      values ($1, $2, $3, $4,
        case when $3 = 'reschedule' then 'infinity' else clock_timestamp() + $5 end, $6, $7)
      returning workspace_id, id, flow_id, kind
      """;
  private static final String FIND =
      """
      select distinct on (workspace_id) workspace_id, id, flow_id, kind from flow_run_updates
      order by workspace_id, id limit 1000
      """;
  private static final String DELETE =
      "delete from flow_run_updates where workspace_id = $1 and id = $2";
  private static final String CANCEL_RESCHEDULING =
      """
      delete from flow_run_updates where workspace_id = $1 and flow_id = $2 and kind = 'reschedule'
      """;
  private static final String WAKE =
      """
      with job as materialized (
        select * from flow_run_updates where workspace_id = $1 and id = $2
      ), portion as materialized (
        select r.id, j.until from job j cross join lateral (
          select id from flow_runs
          where workspace_id = $1 and flow_id = j.flow_id and wake_at > j.until
            and (j.version is null or version = j.version)
          limit $3) r
      ), woken as (
        update flow_runs r set wake_at = p.until from portion p
        where r.workspace_id = $1 and r.id = p.id and r.wake_at > p.until
      )
      update flow_run_updates u set runs = u.runs + (select count(*) from portion)
      where u.workspace_id = $1 and u.id = $2
      returning (select count(*) from portion) as portion
      """;
  private static final String RELEASE =
      """
      with job as materialized (
        select * from flow_run_updates where workspace_id = $1 and id = $2
      ), portion as materialized (
        select r.run_id from job j cross join lateral (
          select run_id from flow_held_events where workspace_id = $1 and run_id > j.after
          order by run_id limit $3) r
      ), released as (
        update flow_runs r set wake_at = least(r.wake_at, clock_timestamp())
        from job j where r.workspace_id = $1 and r.flow_id = j.flow_id
          and r.id in (select run_id from portion) and r.status <> 'ended'
      )
      update flow_run_updates u set runs = u.runs + (select count(*) from portion),
        after = coalesce((select max(run_id) from portion), u.after)
      where u.workspace_id = $1 and u.id = $2
      returning (select count(*) from portion) as portion
      """;

  // What is due by then is due at once. Runs that hold events have to be given those. A look at
  // conditions before a step is due does not move. From the last one to the first, so that those
  // that were moved are not met again.
  private static final String RESCHEDULE =
      """
      with job as materialized (
        select * from flow_run_updates where workspace_id = $1 and id = $2
      ), portion as materialized (
        select r.id, r.wake_at, j.paused_at, j.length from job j cross join lateral (
          select id, wake_at from flow_runs
          where workspace_id = $1 and flow_id = j.flow_id and wake_at <= j.until
            and rescheduled_by is distinct from $2
          order by wake_at desc limit $3) r
      ), moved as (
        update flow_runs r
        set rescheduled_by = $2, due_at = r.due_at + m.length,
          wake_at = case when r.wake_at < coalesce(r.due_at, r.at) then r.wake_at
            else r.wake_at + m.length end,
          waiting_since = case when r.waiting_since >= m.paused_at
            then r.waiting_since + m.length else r.waiting_since end,
          at = case when r.at >= m.paused_at then r.at + m.length else r.at end
        from (
          select p.id, p.paused_at, case when l.status = 'active'
              and coalesce(l.due_at, l.at) >= p.paused_at
              and l.entered_at < p.paused_at + p.length
            then p.length else interval '0' end as length
          from portion p join flow_runs l on l.workspace_id = $1 and l.id = p.id) m
        where r.workspace_id = $1 and r.id = m.id and r.status <> 'ended'
      )
      update flow_run_updates u set runs = u.runs + (select count(*) from portion),
        until = coalesce((select min(wake_at) from portion), u.until)
      where u.workspace_id = $1 and u.id = $2
      returning (select count(*) from portion) as portion
      """;

  private RunUpdates() {}

  /** What is done with the runs. */
  public enum Kind {
    /** They are looked at. */
    WAKE(RunUpdates.WAKE),
    /** Those that events wait for are looked at. */
    RELEASE(RunUpdates.RELEASE),
    /** Their times move by the length of a pause. */
    RESCHEDULE(RunUpdates.RESCHEDULE);

    private final String portion;

    Kind(String portion) {
      this.portion = portion;
    }

    private String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A change that is being made. */
  public record Update(long workspaceId, long id, long flowId, Kind kind) {
    private static Update read(Row row) {
      return new Update(
          row.getLong("workspace_id"),
          row.getLong("id"),
          row.getLong("flow_id"),
          Kind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT)));
    }
  }

  /** Lets all open runs of a flow be looked at. Returns whether all have been changed. */
  public static Future<Boolean> wake(SqlClient client, long workspaceId, long flowId) {
    return FlowRuns.wakeAsking(client, workspaceId, flowId)
        .compose(woken -> begin(client, added(workspaceId, flowId, Kind.WAKE)));
  }

  /** Lets the runs of a flow be looked at that events wait for. Returns whether all have been. */
  public static Future<Boolean> release(SqlClient client, long workspaceId, long flowId) {
    return begin(client, added(workspaceId, flowId, Kind.RELEASE));
  }

  /**
   * Lets the open runs of a version be looked at soon: later by what a transaction may last that
   * has begun before and does not note what it changes. Returns whether all have been changed.
   */
  public static Future<Boolean> wake(SqlClient client, long workspaceId, VersionKey version) {
    return begin(
        client,
        Tuple.of(workspaceId, version.flowId(), Kind.WAKE.id(), version.version())
            .addValue(Interval.of(0, 0, 0, 0, 0, 1))
            .addValue(null)
            .addValue(null));
  }

  /**
   * Moves all times of a flow's active runs that were not reached at the start of a pause. Returns
   * whether all have been moved.
   */
  public static Future<Boolean> reschedule(
      SqlClient client, long workspaceId, long flowId, Instant pausedAt, Duration length) {
    return begin(
        client,
        Tuple.of(workspaceId, flowId, Kind.RESCHEDULE.id(), null)
            .addValue(Interval.of())
            .addValue(FlowRuns.time(pausedAt))
            .addValue(Interval.of(length)));
  }

  private static Tuple added(long workspaceId, long flowId, Kind kind) {
    return Tuple.of(workspaceId, flowId, kind.id(), null)
        .addValue(Interval.of())
        .addValue(null)
        .addValue(null);
  }

  private static Future<Boolean> begin(SqlClient client, Tuple added) {
    return client
        .preparedQuery(ADD)
        .execute(added)
        .compose(rows -> next(client, Update.read(rows.iterator().next())));
  }

  /** The first change of each workspace, so that those of one don't keep others waiting. */
  public static Future<List<Update>> find(SqlClient client) {
    return client.query(FIND).execute().map(rows -> Rows.list(rows, Update::read));
  }

  /** Changes the next portion; returns whether it was the last one. */
  public static Future<Boolean> next(SqlClient client, Update update) {
    Tuple key = Tuple.of(update.workspaceId(), update.id());
    return client
        .preparedQuery(update.kind().portion)
        .execute(Tuple.of(update.workspaceId(), update.id(), (long) AT_ONCE))
        .map(rows -> Rows.first(rows, row -> row.getLong("portion") < AT_ONCE).orElse(true))
        .compose(
            isLast ->
                isLast
                    ? client.preparedQuery(DELETE).execute(key).map(true)
                    : Future.succeededFuture(false));
  }

  /** Leaves the times of the runs that have not been moved yet as they are. */
  public static Future<Void> cancelRescheduling(SqlClient client, long workspaceId, long flowId) {
    return client
        .preparedQuery(CANCEL_RESCHEDULING)
        .execute(Tuple.of(workspaceId, flowId))
        .mapEmpty();
  }
}
