package dev.shopwire.automation.tracking;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.List;

/**
 * When a transaction evaluates conditions, and what it needs of the workspace.
 *
 * @param now by PostgreSQL's clock, after the transaction's snapshot was taken
 * @param apps the ids of all apps of the workspace
 * @param hasSubscribers whether an endpoint subscribes to transitions
 */
record Moment(OffsetDateTime now, List<Long> apps, boolean hasSubscribers) {

  /** In the first statement of a transaction, whose parameter $1 is the workspace. */
  static final String COLUMNS =
      """
       clock_timestamp() as now,
        array(select id from tenancy_apps where workspace_id = $1 order by id) as apps,
        exists (
          select from webhook_subscribers
          where workspace_id = $1 and topic in ('segments/entered', 'segments/exited')
        ) as has_subscribers,
        set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)
      """;

  static Moment read(Row row) {
    return new Moment(
        row.getOffsetDateTime("now"),
        List.of(row.getArrayOfLongs("apps")),
        row.getBoolean("has_subscribers"));
  }
}
