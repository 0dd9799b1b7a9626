package dev.shopwire.webhook.delivery;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.webhook.signing.Message;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.Locale;

/** Maps rows of due deliveries with their messages. */
final class DueDeliveryRow {
  /** The columns of {@code d}, a row of {@code webhook_due}, joined with {@link #MESSAGE}. */
  static final String COLUMNS =
      """
      d.workspace_id, d.endpoint_id, d.message_id, d.lane, d.customer_id, d.kind, d.place,
      d.sequence, d.attempts, d.replay_id,
      m.topic, m.payload::text as payload, m.app_id, a.name as app_name, a.slug as app_slug
      """;

  /** OFFSET 0 makes each message a look-up by key, however many rows the planner expects. */
  static final String MESSAGE =
      """
      cross join lateral (
        select app_id, topic, payload from webhook_messages
        where workspace_id = d.workspace_id and id = d.message_id offset 0
      ) m
      left join tenancy_apps a on a.id = m.app_id
      """;

  private DueDeliveryRow() {}

  static List<DueDelivery> all(RowSet<Row> rows) {
    return Rows.list(rows, DueDeliveryRow::one);
  }

  static DueDelivery.Kind kind(Row row) {
    return DueDelivery.Kind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT));
  }

  static DueDelivery one(Row row) {
    Long appId = row.getLong("app_id");
    Message.App app =
        appId == null
            ? null
            : new Message.App(
                appId.toString(), row.getString("app_name"), row.getString("app_slug"));
    return new DueDelivery(
        row.getLong("workspace_id"),
        row.getLong("endpoint_id"),
        row.getInteger("lane"),
        row.getLong("customer_id"),
        kind(row),
        row.getLong("place"),
        row.getLong("sequence"),
        row.getInteger("attempts"),
        row.getLong("replay_id"),
        new Message(
            row.getUUID("message_id"),
            row.getLong("workspace_id"),
            row.getString("topic"),
            app,
            row.getString("payload")));
  }
}
