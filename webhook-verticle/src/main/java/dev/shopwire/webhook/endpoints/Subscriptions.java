package dev.shopwire.webhook.endpoints;

import dev.shopwire.common.outbox.Topic;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Maintains the table of endpoints' subscriptions, which is derived from their rows. Methods run on
 * the caller's event loop.
 */
final class Subscriptions {
  private static final String DELETE =
      "delete from webhook_subscriptions where workspace_id = $1 and endpoint_id = $2";
  // Event names apply only to usage events, and segments to the topics of segments.
  private static final String INSERT =
      """
      insert into webhook_subscriptions (workspace_id, topic, app_id, event_name, endpoint_id)
      select e.workspace_id, t.topic, a.app_id, n.event_name, e.id
      from webhook_endpoints e
      cross join unnest(e.topics) as t (topic)
      cross join unnest(coalesce(e.app_ids, '{0}')) as a (app_id)
      cross join lateral unnest(
        case when t.topic = '%s' then coalesce(e.event_names, array[''])
          when t.topic in (%s) then coalesce(e.segment_ids::text[], array[''])
          else array[''] end
      ) as n (event_name)
      where e.workspace_id = $1 and e.id = $2
      """
          .formatted(
              Topic.USAGE_EVENT.apiName(),
              Arrays.stream(Topic.causedBy(Topic.Change.SEGMENT))
                  .map(topic -> "'" + topic.apiName() + "'")
                  .collect(Collectors.joining(", ")));

  private Subscriptions() {}

  /** Writes the subscriptions of the endpoint's current row; none may exist yet. */
  static Future<Void> write(SqlConnection connection, long workspaceId, long endpointId) {
    return connection.preparedQuery(INSERT).execute(Tuple.of(workspaceId, endpointId)).mapEmpty();
  }

  static Future<Void> delete(SqlConnection connection, long workspaceId, long endpointId) {
    return connection.preparedQuery(DELETE).execute(Tuple.of(workspaceId, endpointId)).mapEmpty();
  }
}
