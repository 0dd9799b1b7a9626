package dev.shopwire.webhook.endpoints;

import dev.shopwire.webhook.due.DueDeliveries;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.util.UUID;

/**
 * Removes due deliveries that will not be sent any more. Each statement is its own transaction,
 * with few enough rows not to block others. Methods run on the caller's event loop.
 */
public final class DueDeliveryCleanup {
  private static final int BATCH = 5_000;
  private static final String NOW = "select webhook_message_floor(clock_timestamp()) as id";

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
  static Future<Integer> skip(SqlClient client, long workspaceId, long endpointId, UUID until) {
    return DueDeliveries.skip(client, workspaceId, endpointId, until, BATCH);
  }

  /** Whether more rows may remain after a statement that affected {@code rows}. */
  static boolean isFull(int rows) {
    return rows == BATCH;
  }

  /**
   * Deletes the due deliveries of deleted endpoints, in statements of 5,000 rows. Call it
   * periodically: a transaction that was in progress may write more.
   *
   * @return the number of rows deleted
   */
  public static Future<Long> sweepDeleted(Pool pool) {
    return sweepDeleted(pool, 0);
  }

  private static Future<Long> sweepDeleted(Pool pool, long sweptBefore) {
    return DueDeliveries.deleteOfDeletedEndpoints(pool, BATCH)
        .compose(
            rows ->
                isFull(rows)
                    ? sweepDeleted(pool, sweptBefore + BATCH)
                    : Future.succeededFuture(sweptBefore + rows));
  }
}
