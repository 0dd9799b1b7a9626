package dev.shopwire.webhook.replay;

import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.webhook.lanes.Lanes;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.Iterator;

/**
 * Advances replays in small steps, so that they never fill an endpoint's queue; their whole state
 * is in their rows. Code that ends a delivery whose due row names a replay must add it to that
 * replay's {@code done}, in the transaction that deletes the row: {@code update webhook_replays set
 * done = done + n where id = …}. Not thread-safe; use from one event loop.
 */
public final class ReplayJobs {
  /** A replay with fewer due deliveries than this makes more due. */
  static final int LOW = 200;

  static final int STEP = 500;

  private static final String RUNNING =
      """
      select workspace_id, id from webhook_replays
      where status = 'running' and endpoint_id = any ($1)
      """;

  // A concurrent caller finds nothing to do.
  private static final String TAKE =
      """
      select r.endpoint_id, (
          select count(*) from (
            select from webhook_due
            where workspace_id = r.workspace_id and endpoint_id = r.endpoint_id
              and replay_id = r.id
            limit $3
          ) due
        ) as due,
        r.cursor >= webhook_message_floor(r.until + interval '1 millisecond') as all_due
      from webhook_replays r
      where r.workspace_id = $1 and r.id = $2 and r.status = 'running'
      for update of r skip locked
      """;

  // Deliveries that are already due, or whose message no longer exists, count as done.
  private static final String MAKE_DUE =
      """
      with next as materialized (
        select d.message_id, d.sequence
        from webhook_replays r
        cross join lateral (
          select message_id, sequence from webhook_deliveries
          where workspace_id = r.workspace_id and endpoint_id = r.endpoint_id
            and message_id > r.cursor
            and message_id < webhook_message_floor(r.until + interval '1 millisecond')
            and status in ('failed', 'parked') and kind <> 'test'
          order by message_id limit $4
        ) d
        where r.workspace_id = $1 and r.id = $2
      ), due as (
        insert into webhook_due (
          workspace_id, endpoint_id, message_id, lane, customer_id, kind, sequence, replay_id)
        select $1, $3, n.message_id, $3::bigint % $5::bigint, coalesce(m.customer_id, 0), 'replay',
          n.sequence, $2
        from next n
        join webhook_messages m on m.workspace_id = $1 and m.id = n.message_id
        where not exists (
          select from webhook_due
          where workspace_id = $1 and endpoint_id = $3 and message_id = n.message_id
        )
        on conflict do nothing
        returning 1
      ), counted as (
        select (select count(*) from next) as taken, (select count(*) from due) as made
      )
      update webhook_replays r
      set done = r.done + c.taken - c.made,
        cursor = case when c.taken = $4
          then (select message_id from next order by message_id desc limit 1)
          else webhook_message_floor(r.until + interval '1 millisecond') end
      from counted c
      where r.workspace_id = $1 and r.id = $2
      returning c.made
      """;

  // The total was counted at the start and misses what failed or was delivered since then.
  private static final String FINISH =
      """
      update webhook_replays set status = 'done', finished_at = now(),
        total = greatest(total, done), done = greatest(total, done)
      where workspace_id = $1 and id = $2
      """;

  private ReplayJobs() {}

  /**
   * Makes the next deliveries of every running replay of these endpoints due, and finishes replays
   * that have no more. The worker that delivers for them calls it often; concurrent calls are safe.
   *
   * @return the number of deliveries made due
   */
  public static Future<Integer> step(Pool pool, Collection<Long> endpointIds) {
    return pool.preparedQuery(RUNNING)
        .execute(Tuple.tuple().addArrayOfLong(endpointIds.toArray(Long[]::new)))
        .compose(running -> next(pool, running.iterator(), 0));
  }

  private static Future<Integer> next(Pool pool, Iterator<Row> running, int madeDue) {
    if (!running.hasNext()) {
      return Future.succeededFuture(madeDue);
    }
    Row replay = running.next();
    long workspaceId = replay.getLong("workspace_id");
    long id = replay.getLong("id");
    return Transactions.run(pool, connection -> step(connection, workspaceId, id))
        .compose(more -> next(pool, running, madeDue + more));
  }

  private static Future<Integer> step(SqlConnection connection, long workspaceId, long id) {
    return connection
        .preparedQuery(TAKE)
        .execute(Tuple.of(workspaceId, id, LOW))
        .compose(
            taken -> {
              if (taken.size() == 0) {
                return Future.succeededFuture(0);
              }
              Row replay = taken.iterator().next();
              long due = replay.getLong("due");
              if (replay.getBoolean("all_due")) {
                return due > 0
                    ? Future.succeededFuture(0)
                    : connection
                        .preparedQuery(FINISH)
                        .execute(Tuple.of(workspaceId, id))
                        .map(finished -> 0);
              }
              return due >= LOW
                  ? Future.succeededFuture(0)
                  : connection
                      .preparedQuery(MAKE_DUE)
                      .execute(
                          Tuple.of(
                              workspaceId,
                              id,
                              replay.getLong("endpoint_id"),
                              STEP,
                              (long) Lanes.COUNT))
                      .map(ReplayJobs::madeDue);
            });
  }

  private static int madeDue(RowSet<Row> rows) {
    return rows.iterator().next().getLong("made").intValue();
  }
}
