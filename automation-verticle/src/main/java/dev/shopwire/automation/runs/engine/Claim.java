package dev.shopwire.automation.runs.engine;

import dev.shopwire.common.postgres.IndexPlans;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The customers of a workspace that a transaction works on, which no other one does until its end.
 *
 * @param now the moment of the claim, by PostgreSQL's clock
 * @param floor everything that happened to customers before it is among their causes
 * @param apps the ids of all apps of the workspace
 */
record Claim(long workspaceId, List<Long> customers, Instant now, Instant floor, List<Long> apps) {
  Claim {
    customers = List.copyOf(customers);
    apps = List.copyOf(apps);
  }

  // The flows that something is due of are found by jumping along an index. They take turns with
  // each other and with causes, whatever is due of each.
  private static final String TAKE =
      """
      with recursive bounds as materialized (
        select least($2::timestamptz, (
          select g.received_at from flow_event_groups g
          where g.workspace_id = $1 and g.retry_at is null
          order by g.received_at limit 1)) as floor
      ), flow as (
        (select flow_id from flow_runs where workspace_id = $1 and wake_at is not null
          order by flow_id limit 1)
        union all
        select n.flow_id from flow f cross join lateral (
          select r.flow_id from flow_runs r
          where r.workspace_id = $1 and r.wake_at is not null and r.flow_id > f.flow_id
          order by r.flow_id limit 1) n
      ), due as (
        select d.customer_id, d.turn, d.wake_at as at
        from bounds b cross join flow f
        join flows o on o.workspace_id = $1 and o.id = f.flow_id and o.status <> 'paused'
        cross join lateral (
          select r.customer_id, r.wake_at, row_number() over (order by r.wake_at) as turn
          from flow_runs r
          where r.workspace_id = $1 and r.flow_id = f.flow_id and r.wake_at < b.floor
          order by r.wake_at limit $3) d
      ), cause as (
        select q.customer_id, row_number() over (order by q.at) as turn, q.at
        from bounds b cross join lateral (
          select c.customer_id, c.at from flow_causes c
          where c.workspace_id = $1 and c.at < b.floor and not exists (
            select from flow_failures e
            where e.workspace_id = $1 and e.customer_id = c.customer_id
              and e.retry_at > clock_timestamp() offset 0)
          order by c.at limit $3) q
      ), candidate as materialized (
        select customer_id, min(turn) as turn, min(at) as at
        from (select * from due union all select * from cause) d
        group by customer_id order by 2, 3 limit $3
      ), taken as materialized (
        select customer_id from candidate
        where pg_try_advisory_xact_lock(hashtextextended('flow_customers', customer_id))
        limit $4
      )
      select t.customer_id, b.floor, clock_timestamp() as now,
        array(select id from tenancy_apps where workspace_id = $1 order by id) as apps
      from bounds b cross join taken t
      """;
  private static final long CANDIDATES = 1_000;

  /**
   * Claims customers until the end of the transaction.
   *
   * @param horizon all events received before it are visible
   * @param limit how many
   * @return empty if there are none that no other transaction has
   */
  static Future<Optional<Claim>> take(
      SqlClient client, long workspaceId, Instant horizon, int limit) {
    Future<?> configured = IndexPlans.require(client);
    return client
        .preparedQuery(TAKE)
        .execute(Tuple.of(workspaceId, FlowRuns.time(horizon), CANDIDATES, (long) limit))
        .compose(rows -> configured.map(done -> read(workspaceId, rows)));
  }

  private static Optional<Claim> read(long workspaceId, RowSet<Row> rows) {
    List<Long> customers = new ArrayList<>();
    rows.forEach(row -> customers.add(row.getLong("customer_id")));
    return customers.isEmpty()
        ? Optional.empty()
        : Optional.of(read(workspaceId, customers, rows.iterator().next()));
  }

  private static Claim read(long workspaceId, List<Long> customers, Row row) {
    return new Claim(
        workspaceId,
        customers,
        row.getOffsetDateTime("now").toInstant(),
        row.getOffsetDateTime("floor").toInstant(),
        List.of(row.getArrayOfLongs("apps")));
  }
}
