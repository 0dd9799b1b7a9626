package dev.shopwire.enrichment.fields;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/**
 * Purges the table of unset values, which the statements that unset values write. Methods run on
 * the caller's event loop.
 */
final class UnsetValues {
  private static final int BATCH = 2_000;

  // A row that a push is about to write stays: waiting for it could deadlock.
  private static final String PURGE =
      """
      with expired as (
        select workspace_id, customer_id, field_id, app_id from unset_custom_field_values
        where unset_at < now() - interval '30 days'
        order by unset_at limit %d for update skip locked
      )
      delete from unset_custom_field_values u using expired e
      where (u.workspace_id, u.customer_id, u.field_id, u.app_id)
        = (e.workspace_id, e.customer_id, e.field_id, e.app_id)
      """
          .formatted(BATCH);

  private UnsetValues() {}

  /**
   * Deletes some of the rows that are past their 30 days.
   *
   * @return whether there may be more
   */
  static Future<Boolean> purge(SqlClient client) {
    return client.preparedQuery(PURGE).execute().map(rows -> rows.rowCount() == BATCH);
  }
}
