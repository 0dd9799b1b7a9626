package dev.shopwire.webhook.due;

import dev.shopwire.common.outbox.Topic;
import dev.shopwire.webhook.lanes.Lanes;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;

/**
 * Accesses the table of due deliveries, except for what the worker that holds their lane does:
 * placing, reading and settling them (package {@code delivery}). A delivery that ends here gets its
 * final state in the same statement. Methods run on the caller's event loop.
 */
public final class DueDeliveries {
  private static final String INSERT_TEST =
      """
      with message as (
        insert into webhook_messages (workspace_id, id, topic, payload)
        values ($1, webhook_message_id(), $3, $4::text::jsonb)
        returning id
      )
      insert into webhook_due (workspace_id, endpoint_id, message_id, lane, kind)
      select $1, $2, id, $2::bigint % $5::bigint, 'test' from message
      returning message_id
      """;
  private static final String INSERT_REPLAY =
      """
      insert into webhook_due (
        workspace_id, endpoint_id, message_id, lane, customer_id, kind, sequence, replay_id)
      select d.workspace_id, d.endpoint_id, d.message_id, d.endpoint_id % $5::bigint,
        coalesce(m.customer_id, 0), 'replay', d.sequence, $4
      from webhook_deliveries d
      join webhook_messages m on m.workspace_id = d.workspace_id and m.id = d.message_id
      where d.workspace_id = $1 and d.endpoint_id = $2 and d.message_id = $3
      on conflict do nothing
      """;
  private static final String IS_PENDING =
      """
      select exists (
        select from webhook_due where workspace_id = $1 and endpoint_id = $2 and message_id = $3
      ) as pending
      """;
  private static final String UNSCHEDULE =
      """
      update webhook_due d set next_at = null
      from unnest($1::bigint[], $2::bigint[]) as e (workspace_id, id)
      where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.next_at is not null
      """;
  private static final String SKIP =
      """
      with skipped as (
        delete from webhook_due
        where workspace_id = $1 and endpoint_id = $2 and message_id = any (array(
          select message_id from webhook_due
          where workspace_id = $1 and endpoint_id = $2 and message_id < $3 and kind <> 'test'
          order by message_id limit $4 for update
        ))
        returning workspace_id, endpoint_id, message_id, kind, sequence, attempts
      )
      insert into webhook_deliveries as d
        (workspace_id, endpoint_id, message_id, kind, sequence, status, reason, attempts)
      select workspace_id, endpoint_id, message_id, kind, sequence, 'failed', 'skipped', attempts
      from skipped
      on conflict (workspace_id, endpoint_id, message_id) do update
      set kind = excluded.kind, sequence = excluded.sequence, status = excluded.status,
        reason = excluded.reason, attempts = excluded.attempts, settled_at = now()
      """;

  // Reads each endpoint's key range, not all due rows. Skips rows that another transaction has
  // locked and is about to end. A replay's time runs from its start, but it also expires when its
  // message is past retention, since the log then no longer shows it.
  private static final String EXPIRE =
      """
      with old as materialized (
        select o.*
        from webhook_endpoints e
        cross join lateral (
          select d.workspace_id, d.endpoint_id, d.message_id
          from webhook_due d
          where d.workspace_id = e.workspace_id and d.endpoint_id = e.id
            and d.message_id < webhook_message_floor(now() - make_interval(days => $1))
            and (d.kind <> 'replay'
              or ($2 > 0 and d.message_id < webhook_message_floor(
                date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
                  - make_interval(days => $2 - 1)))
              or exists (
                select from webhook_replays r
                where r.workspace_id = d.workspace_id and r.id = d.replay_id
                  and r.created_at < now() - make_interval(days => $1)))
          order by d.message_id limit $3
          for update of d skip locked
        ) o
        limit $3
      ), gone as (
        delete from webhook_due d using old o
        where d.workspace_id = o.workspace_id and d.endpoint_id = o.endpoint_id
          and d.message_id = o.message_id
        returning d.*
      ), counted as (
        update webhook_replays r set done = r.done + g.ended
        from (
          select workspace_id, replay_id, count(*) as ended from gone
          where replay_id is not null group by workspace_id, replay_id
        ) g
        where r.workspace_id = g.workspace_id and r.id = g.replay_id
      ), settled as (
        insert into webhook_deliveries (
          workspace_id, endpoint_id, message_id, kind, sequence, status, reason, attempts)
        select workspace_id, endpoint_id, message_id, kind, sequence, 'failed', 'expired', attempts
        from gone
        on conflict (workspace_id, endpoint_id, message_id) do update
        set kind = excluded.kind, sequence = excluded.sequence, status = excluded.status,
          reason = excluded.reason, attempts = excluded.attempts, settled_at = now()
      )
      select count(*) as expired from gone
      """;
  private static final String DELETE_OF_DELETED =
      """
      delete from webhook_due where ctid = any (array(
        select d.ctid from webhook_endpoints e
        join webhook_due d on d.workspace_id = e.workspace_id and d.endpoint_id = e.id
        where e.status = 'deleted' limit $1 for update of d skip locked
      ))
      """;

  private DueDeliveries() {}

  /**
   * Writes a test message that is due to one endpoint, subscribed or not.
   *
   * @param payload JSON
   * @return the message's id
   */
  public static Future<UUID> insertTest(
      SqlClient client, long workspaceId, long endpointId, String payload) {
    return client
        .preparedQuery(INSERT_TEST)
        .execute(
            Tuple.of(workspaceId, endpointId, Topic.TEST.apiName(), payload, (long) Lanes.COUNT))
        .map(rows -> rows.iterator().next().getUUID("message_id"));
  }

  /**
   * Makes a settled delivery due again.
   *
   * @return false if it already was due, or is past retention
   */
  public static Future<Boolean> insertReplay(
      SqlConnection connection, long workspaceId, long endpointId, UUID message, long replayId) {
    return connection
        .preparedQuery(INSERT_REPLAY)
        .execute(Tuple.of(workspaceId, endpointId, message, replayId, (long) Lanes.COUNT))
        .map(rows -> rows.rowCount() > 0);
  }

  public static Future<Boolean> isPending(
      SqlClient client, long workspaceId, long endpointId, UUID message) {
    return client
        .preparedQuery(IS_PENDING)
        .execute(Tuple.of(workspaceId, endpointId, message))
        .map(rows -> rows.iterator().next().getBoolean("pending"));
  }

  /** Removes the retry times of the endpoints' deliveries. */
  public static Future<Void> unschedule(SqlClient client, Long[] workspaceIds, Long[] endpointIds) {
    return client
        .preparedQuery(UNSCHEDULE)
        .execute(Tuple.tuple().addArrayOfLong(workspaceIds).addArrayOfLong(endpointIds))
        .mapEmpty();
  }

  /**
   * Ends an endpoint's deliveries of messages before {@code until} as skipped.
   *
   * @return how many, {@code limit} at most
   */
  public static Future<Integer> skip(
      SqlClient client, long workspaceId, long endpointId, UUID until, int limit) {
    return client
        .preparedQuery(SKIP)
        .execute(Tuple.of(workspaceId, endpointId, until, limit))
        .map(rows -> rows.rowCount());
  }

  /**
   * Ends deliveries that were due for more than {@code days} as expired.
   *
   * @param retentionDays how long messages are kept; 0 keeps them indefinitely
   * @return how many, {@code limit} at most
   */
  public static Future<Long> expire(SqlClient client, int days, int retentionDays, int limit) {
    return client
        .preparedQuery(EXPIRE)
        .execute(Tuple.of(days, retentionDays, limit))
        .map(rows -> rows.iterator().next().getLong("expired"));
  }

  /**
   * Deletes deliveries of deleted endpoints.
   *
   * @return how many, {@code limit} at most
   */
  public static Future<Integer> deleteOfDeletedEndpoints(SqlClient client, int limit) {
    return client
        .preparedQuery(DELETE_OF_DELETED)
        .execute(Tuple.of(limit))
        .map(rows -> rows.rowCount());
  }
}
