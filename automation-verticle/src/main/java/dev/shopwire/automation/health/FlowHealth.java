package dev.shopwire.automation.health;

import dev.shopwire.automation.runs.engine.StuckRuns;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether the flows of a workspace keep up.
 *
 * @param pendingCauses events that flows want and have not been given yet
 * @param oldestCauseSeconds how long the oldest of them waits; empty if there is none
 * @param dueSteps steps of runs whose time has come
 * @param oldestDueSeconds how long the oldest of them is due; empty if there is none
 * @param stuckRuns runs with a step that is overdue for no reason that they show
 */
record FlowHealth(
    long pendingCauses,
    Optional<Long> oldestCauseSeconds,
    long dueSteps,
    Optional<Long> oldestDueSeconds,
    long stuckRuns) {
  // Of each kind at most 100,000 rows are counted, in the order of an index. Of what fails, wake_at
  // is the time of the next attempt.
  private static final String READ =
      """
      with flow as materialized (
        select id from flows where workspace_id = $1 and status in ('published', 'archived')
      ), late as materialized (
        select r.* from flow f cross join lateral (
          select o.* from flow_runs o
          where o.workspace_id = $1 and o.flow_id = f.id and o.wake_at < statement_timestamp()
            and o.status = 'active' and o.failures = 0
          order by o.wake_at limit 100000) r
        limit 100000
      ), failing as materialized (
        select r.* from (
          select * from flow_runs where workspace_id = $1 and failures > 0 and status <> 'ended'
          order by id limit 100000) r
        where r.status = 'active' and exists (select from flow f where f.id = r.flow_id)
      ), asked as materialized (
        select r.*, q.requested_at from (
          select run_id, requested_at from flow_step_requests
          where workspace_id = $1 order by run_id limit 100000) q
        join flow_runs r on r.workspace_id = $1 and r.id = q.run_id
          and r.status = 'active' and r.failures = 0 and r.wake_at is null
        where exists (select from flow f where f.id = r.flow_id)
      ), oldest as (
        select least(
            (select at from flow_causes where workspace_id = $1 order by at limit 1),
            (select at from flow_changes where workspace_id = $1 order by id limit 1),
            (select received_at from flow_event_groups where workspace_id = $1
             order by received_at limit 1)) as cause,
          least(
            (select min(wake_at) from late), (select min(failing_since) from failing),
            (select min(requested_at) from asked)) as due
      )
      select (select count(*) from (
            select from flow_causes where workspace_id = $1 limit 100000) c)
          + (select count(*) from (
            select from flow_changes where workspace_id = $1 limit 100000) c)
          + (select coalesce(sum(events), 0) from (
            select events from flow_event_groups where workspace_id = $1 limit 100000) g) as causes,
        extract(epoch from statement_timestamp() - o.cause)::bigint as cause_seconds,
        (select count(*) from late) + (select count(*) from failing)
          + (select count(*) from asked) as due,
        extract(epoch from statement_timestamp() - o.due)::bigint as due_seconds,
        (select count(*) from (select * from late union all select * from failing) r where %1$s)
          + (select count(*) from asked r where %1$s) as stuck
      from oldest o
      """
          .formatted(StuckRuns.condition("$2"));

  /**
   * Of a workspace; what is held by a paused flow does not count.
   *
   * @param stuckSeconds how long a step may be overdue before its run counts as stuck
   */
  static Future<FlowHealth> read(SqlClient client, long workspaceId, int stuckSeconds) {
    return client
        .preparedQuery(READ)
        .execute(Tuple.of(workspaceId, (double) stuckSeconds))
        .map(rows -> read(rows.iterator().next()));
  }

  private static FlowHealth read(Row row) {
    return new FlowHealth(
        row.getLong("causes"),
        seconds(row.getLong("cause_seconds")),
        row.getLong("due"),
        seconds(row.getLong("due_seconds")),
        row.getLong("stuck"));
  }

  private static Optional<Long> seconds(@Nullable Long seconds) {
    return Optional.ofNullable(seconds).map(since -> Math.max(0, since));
  }
}
