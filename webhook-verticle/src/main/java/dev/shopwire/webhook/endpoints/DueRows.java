package dev.shopwire.webhook.endpoints;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;

/**
 * What is due for an endpoint and is not to be sent any more. Each statement is a transaction of
 * its own, of so many rows that others don't wait for it. Methods run on the caller's event loop.
 */
final class DueRows {
  private static final int BATCH = 5_000;
  private static final String NOW = "select webhook_message_floor(clock_timestamp()) as id";

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
  private static final String SWEEP =
      """
      delete from webhook_due where ctid = any (array(
        select d.ctid from webhook_endpoints e
        join webhook_due d on d.workspace_id = e.workspace_id and d.endpoint_id = e.id
        where e.status = 'deleted' limit $1 for update of d skip locked
      ))
      """;

  private DueRows() {}

  /** The id before which every message is that there is now. */
  static Future<UUID> now(SqlClient client) {
    return client.preparedQuery(NOW).execute().map(rows -> rows.iterator().next().getUUID("id"));
  }

  /**
   * Gives up some of what is due of messages before {@code until}.
   *
   * @return how many; fewer than {@link #isFull} wants means that no more are left
   */
  static Future<Integer> skip(Pool pool, int workspaceId, long endpointId, UUID until) {
    return pool.preparedQuery(SKIP)
        .execute(Tuple.of(workspaceId, endpointId, until, BATCH))
        .map(rows -> rows.rowCount());
  }

  /** Whether there may be more after a statement that took {@code rows}. */
  static boolean isFull(int rows) {
    return rows == BATCH;
  }

  /** See {@link Endpoints#sweepDeleted}. */
  static Future<Long> sweepDeleted(Pool pool) {
    return sweepDeleted(pool, 0);
  }

  private static Future<Long> sweepDeleted(Pool pool, long before) {
    return pool.preparedQuery(SWEEP)
        .execute(Tuple.of(BATCH))
        .compose(
            rows ->
                isFull(rows.rowCount())
                    ? sweepDeleted(pool, before + BATCH)
                    : Future.succeededFuture(before + rows.rowCount()));
  }
}
