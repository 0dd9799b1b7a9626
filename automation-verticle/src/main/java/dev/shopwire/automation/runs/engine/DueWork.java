package dev.shopwire.automation.runs.engine;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;

/** Finds the workspaces in which flows have something to do. Runs on the caller's event loop. */
final class DueWork {
  private static final long MANY = 1_000;

  // Jumps from workspace to workspace. The first due runs are enough to find all workspaces that
  // have some, unless there are very many.
  private static final String FIND =
      """
      with recursive grouped as (
        (select workspace_id as id from flow_event_groups order by workspace_id limit 1)
        union all
        select n.id from grouped g cross join lateral (
          select workspace_id as id from flow_event_groups where workspace_id > g.id
          order by workspace_id limit 1) n
      ), caused as (
        (select workspace_id as id from flow_causes order by workspace_id limit 1)
        union all
        select n.id from caused c cross join lateral (
          select workspace_id as id from flow_causes where workspace_id > c.id
          order by workspace_id limit 1) n
      ), changed as (
        (select workspace_id as id from flow_changes order by workspace_id limit 1)
        union all
        select n.id from changed c cross join lateral (
          select workspace_id as id from flow_changes where workspace_id > c.id
          order by workspace_id limit 1) n
      ), first as materialized (
        select workspace_id, flow_id from flow_runs where wake_at < $1 order by wake_at limit $2
      ), flow as (
        (select workspace_id, flow_id from flow_runs
          where wake_at is not null and (select count(*) from first) = $2
          order by workspace_id, flow_id limit 1)
        union all
        select n.workspace_id, n.flow_id from flow f cross join lateral (
          select r.workspace_id, r.flow_id from flow_runs r
          where r.wake_at is not null and (r.workspace_id, r.flow_id) > (f.workspace_id, f.flow_id)
          order by r.workspace_id, r.flow_id limit 1) n
      ), due as (
        select distinct workspace_id, flow_id from first
        union
        select f.workspace_id, f.flow_id from flow f
        where exists (
          select from flow_runs r
          where r.workspace_id = f.workspace_id and r.flow_id = f.flow_id and r.wake_at < $1)
      )
      select g.id from grouped g
      where exists (
        select from flow_event_groups e
        where e.workspace_id = g.id and e.received_at < $1
          and (e.retry_at is null or e.retry_at <= clock_timestamp()))
      union
      select id from caused
      union
      select id from changed
      union
      select workspace_id from flow_member_entries
      union
      select workspace_id from flow_linked_runs
      union
      select workspace_id from flow_schedules
      where next_at <= clock_timestamp() and (retry_at is null or retry_at <= clock_timestamp())
      union
      select d.workspace_id from due d
      join flows f on f.workspace_id = d.workspace_id and f.id = d.flow_id and f.status <> 'paused'
      """;

  private static final String IS_POSSIBLE =
      """
      select exists (select from flow_triggers)
        or exists (select from flow_runs where wake_at is not null)
        or exists (select from flow_event_groups)
        or exists (select from flow_causes)
        or exists (select from flow_changes)
        or exists (select from flow_schedules)
        or exists (select from flow_linked_runs)
        or exists (select from flow_member_entries) as is_possible
      """;

  private DueWork() {}

  /** Whether flows can have something to do now or soon: there are published ones, or runs. */
  static Future<Boolean> isPossible(SqlClient client) {
    return client
        .query(IS_POSSIBLE)
        .execute()
        .map(rows -> rows.iterator().next().getBoolean("is_possible"));
  }

  /** The workspaces' ids, as of what was received or is due before {@code horizon}. */
  static Future<List<Long>> find(SqlClient client, Instant horizon) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(FlowRuns.time(horizon), MANY))
        .map(rows -> Rows.list(rows, row -> row.getLong("id")));
  }
}
