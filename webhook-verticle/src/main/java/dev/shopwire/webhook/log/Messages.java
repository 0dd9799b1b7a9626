package dev.shopwire.webhook.log;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.webhook.signing.Message;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads single messages. Methods run on the caller's event loop. */
final class Messages {
  private static final String FIND =
      """
      select m.id, m.workspace_id, m.topic, m.payload::text as payload, a.id as app_id,
        a.name as app_name, a.slug
      from webhook_messages m left join tenancy_apps a on a.id = m.app_id
      where m.workspace_id = $1 and m.id = $2
      """;
  private static final String OF_SUBJECT =
      """
      select id, topic, app_id, payload ->> 'eventName' as event_name
      from webhook_messages
      where workspace_id = $1 and subject = $2 and (app_id = $3 or $3 = 0)
        and ($4 = '' or topic = $4)
      order by id desc limit 20
      """;

  private Messages() {}

  /** Fails with 404 if the message is past retention, or of another workspace. */
  static Future<Message> require(SqlClient client, long workspaceId, UUID id) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(workspaceId, id))
        .map(rows -> Rows.first(rows, Messages::read).orElseThrow(DeliveryId::notFound));
  }

  private static Message read(Row row) {
    Long app = row.getLong("app_id");
    return new Message(
        row.getUUID("id"),
        row.getLong("workspace_id"),
        row.getString("topic"),
        app == null
            ? null
            : new Message.App(app.toString(), row.getString("app_name"), row.getString("slug")),
        row.getString("payload"));
  }

  /**
   * The parts of a message that subscriptions select by.
   *
   * @param appId null if it came through no app
   * @param eventName null if it is not about an event, or the payload has none
   */
  record Summary(UUID id, String topic, @Nullable Long appId, @Nullable String eventName) {}

  /**
   * The last messages about {@code subject}, newest first.
   *
   * @param appId 0 for any
   * @param topic empty for any
   */
  static Future<List<Summary>> findBySubject(
      SqlClient client, long workspaceId, String subject, long appId, String topic) {
    return client
        .preparedQuery(OF_SUBJECT)
        .execute(Tuple.of(workspaceId, subject, appId, topic))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new Summary(
                            row.getUUID("id"),
                            row.getString("topic"),
                            row.getLong("app_id"),
                            row.getString("event_name"))));
  }
}
