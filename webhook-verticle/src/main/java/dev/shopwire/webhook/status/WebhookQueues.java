package dev.shopwire.webhook.status;

import dev.shopwire.common.contracts.WebhookContracts.Queue;
import dev.shopwire.common.contracts.WebhookContracts.Queues;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;

/**
 * Measures how much work of the role waits, over all workspaces. Not thread-safe; use from one
 * event loop.
 */
public final class WebhookQueues {
  private static final String PREPARE =
      """
      select set_config('plan_cache_mode', 'force_custom_plan', true),
        set_config('statement_timeout', '400', true)
      """;

  // Jumps from endpoint to endpoint by the key, so that only those with due deliveries are read,
  // and
  // counts 10,000 of each at most. Replays are not considered for the age: their messages are old.
  private static final String DUE =
      """
      with recursive busy as (
        (
          select workspace_id, endpoint_id from webhook_due
          order by workspace_id, endpoint_id limit 1
        )
        union all
        select n.workspace_id, n.endpoint_id
        from busy b
        cross join lateral (
          select workspace_id, endpoint_id from webhook_due
          where (workspace_id, endpoint_id) > (b.workspace_id, b.endpoint_id)
          order by workspace_id, endpoint_id limit 1
        ) n
      ), counted as (
        select e.status = 'enabled' as is_sending, c.due, o.millis
        from (select * from busy limit 1000) b
        join webhook_endpoints e on e.workspace_id = b.workspace_id and e.id = b.endpoint_id
        cross join lateral (
          select count(*) as due from (
            select from webhook_due
            where workspace_id = b.workspace_id and endpoint_id = b.endpoint_id
            limit 10000
          ) d
        ) c
        left join lateral (
          select ('x' || replace(left(message_id::text, 13), '-', ''))::bit(48)::bigint as millis
          from webhook_due
          where workspace_id = b.workspace_id and endpoint_id = b.endpoint_id
            and kind <> 'replay'
          order by message_id limit 1
        ) o on true
        where e.status <> 'deleted'
      )
      select coalesce(sum(due) filter (where is_sending), 0)::bigint as sending,
        coalesce(extract(epoch from now()) * 1000 - min(millis) filter (where is_sending), 0)::float8
          as sending_millis,
        coalesce(sum(due) filter (where not is_sending), 0)::bigint as waiting,
        coalesce(extract(epoch from now()) * 1000 - min(millis) filter (where not is_sending), 0)::float8
          as waiting_millis
      from counted
      """;
  private static final String FAN_OUT =
      """
      select f.*, q.*
      from (
        select coalesce(sum(events), 0)::bigint as events,
          coalesce(extract(epoch from now() - min(stored_at)), 0)::float8 as seconds
        from (
          select events, stored_at from webhook_fan_outs
          where retry_at is null order by stored_at, workspace_id limit 10000
        ) g
      ) f
      cross join (
        select count(*) as quarantined,
          coalesce(extract(epoch from now() - min(stored_at)), 0)::float8 as quarantined_seconds
        from (
          select stored_at from webhook_fan_outs
          where retry_at is not null order by retry_at limit 10000
        ) g
      ) q
      """;

  private final Pool pool;

  public WebhookQueues(Pool pool) {
    this.pool = pool;
  }

  public Future<Queues> measure() {
    return pool.withTransaction(
        connection ->
            connection
                .preparedQuery(PREPARE)
                .execute()
                .compose(ready -> row(connection, DUE))
                .compose(
                    due ->
                        row(connection, FAN_OUT).map(fanOut -> new Queues(queues(due, fanOut)))));
  }

  private static Future<Row> row(SqlConnection connection, String sql) {
    return connection.preparedQuery(sql).execute().map(rows -> rows.iterator().next());
  }

  private static List<Queue> queues(Row due, Row fanOut) {
    return List.of(
        new Queue("webhook_deliveries", due.getLong("sending"), seconds(due, "sending_millis")),
        new Queue(
            "webhook_deliveries_waiting", due.getLong("waiting"), seconds(due, "waiting_millis")),
        new Queue("webhook_fan_out", fanOut.getLong("events"), fanOut.getDouble("seconds")),
        new Queue(
            "webhook_fan_out_quarantine",
            fanOut.getLong("quarantined"),
            fanOut.getDouble("quarantined_seconds")));
  }

  private static double seconds(Row row, String millis) {
    return Math.max(0, row.getDouble(millis)) / 1_000;
  }
}
