package dev.shopwire.webhook.endpoints;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;

/**
 * Removes due deliveries that will not be sent any more. Each statement is its own transaction,
 * with few enough rows not to block others. Methods run on the caller's event loop.
 */
final class DueDeliveryCleanup {
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

  private DueDeliveryCleanup() {}

  /** A message id that sorts after every message that exists now. */
  static Future<UUID> now(SqlClient client) {
    return client.preparedQuery(NOW).execute().map(rows -> rows.iterator().next().getUUID("id"));
  }

  /**
   * Skips a batch of the endpoint's due deliveries of messages before {@code until}.
   *
   * @return the number skipped; more may remain if {@link #isFull}
   */
  static Future<Integer> skip(Pool pool, long workspaceId, long endpointId, UUID until) {
    return pool.preparedQuery(SKIP)
        .execute(Tuple.of(workspaceId, endpointId, until, BATCH))
        .map(rows -> rows.rowCount());
  }

  /** Whether more rows may remain after a statement that affected {@code rows}. */
  static boolean isFull(int rows) {
    return rows == BATCH;
  }

  /** See {@link EndpointTable#sweepDeleted}. */
  static Future<Long> sweepDeleted(Pool pool) {
    return sweepDeleted(pool, 0);
  }

  private static Future<Long> sweepDeleted(Pool pool, long sweptBefore) {
    return pool.preparedQuery(SWEEP)
        .execute(Tuple.of(BATCH))
        .compose(
            rows ->
                isFull(rows.rowCount())
                    ? sweepDeleted(pool, sweptBefore + BATCH)
                    : Future.succeededFuture(sweptBefore + rows.rowCount()));
  }
}
