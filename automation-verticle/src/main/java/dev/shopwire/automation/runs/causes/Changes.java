package dev.shopwire.automation.runs.causes;

import dev.shopwire.common.postgres.IndexPlans;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/**
 * The table of customers with a change that conditions of flows follow; the triggers of tracked
 * segments add them. Methods run on the caller's event loop.
 */
public final class Changes {
  private static final long AT_ONCE = 1_000;

  /** Portions of a turn: a run of a linked query may leave a million of changes. */
  private static final int MAX_PORTIONS = 5;

  // Whether a customer has an open run is asked once the change is committed: before, a run that
  // begins at that moment would see neither the change nor this row. Who has a cause may be about
  // to get a run.
  private static final String PASS_ON =
      """
      with taken as materialized (
        select id, customer_id, reads, at from flow_changes
        where workspace_id = $1 order by id limit $2 for update skip locked
      ), done as (
        delete from flow_changes c using taken t where c.workspace_id = $1 and c.id = t.id
      ), change as materialized (
        select t.customer_id, min(t.at) as at, array_agg(distinct r.read) as reads
        from taken t cross join lateral unnest(t.reads) as r (read)
        group by t.customer_id
      ), combination as materialized (
        select d.reads, l.flows
        from (select distinct reads from change) d
        cross join lateral (
          select array_agg(distinct t.flow_id) as flows from flow_triggers t
          where t.workspace_id = $1 and t.source = any(d.reads) and not t.starts
        ) l
        where l.flows is not null
      ), woken as (
        insert into flow_causes (workspace_id, customer_id, at, occurred_at, event_key, app_id, type,
          flows, versions, listeners)
        select $1, c.customer_id, c.at, c.at, gen_random_uuid(), 0, 'change', '{}', '{}', l.flows
        from change c join combination l on l.reads = c.reads
        where exists (
            select from flow_runs r
            where r.workspace_id = $1 and r.customer_id = c.customer_id and r.status <> 'ended'
              and r.flow_id = any(l.flows) offset 0)
          or exists (
            select from flow_causes q
            where q.workspace_id = $1 and q.customer_id = c.customer_id offset 0)
      )
      select count(*) as taken from taken
      """;

  private Changes() {}

  /**
   * Adds a cause for each customer who has a run that follows what has changed, of the first
   * changes; returns whether there may be more.
   */
  public static Future<Boolean> passOn(Pool pool, long workspaceId) {
    return passOn(pool, workspaceId, MAX_PORTIONS);
  }

  private static Future<Boolean> passOn(Pool pool, long workspaceId, int portions) {
    return Transactions.run(pool, connection -> take(connection, workspaceId))
        .compose(
            taken ->
                taken < AT_ONCE || portions == 1
                    ? Future.succeededFuture(taken == AT_ONCE)
                    : passOn(pool, workspaceId, portions - 1));
  }

  private static Future<Long> take(SqlClient client, long workspaceId) {
    Future<?> configured = IndexPlans.require(client);
    return client
        .preparedQuery(PASS_ON)
        .execute(Tuple.of(workspaceId, AT_ONCE))
        .compose(rows -> configured.map(done -> rows.iterator().next().getLong("taken")));
  }
}
