package dev.shopwire.app.support;

import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;

/** Lets a workspace's webhook messages be kept though nobody receives them. */
public final class KeptMessages {
  private static final String ENDPOINT =
      """
      with endpoint as (
        insert into webhook_endpoints (workspace_id, url, topics, status)
        values (%s, 'https://receiver.example', string_to_array('%s', ','), 'disabled')
        returning workspace_id, id, topics
      )
      insert into webhook_subscriptions (workspace_id, topic, app_id, event_name, endpoint_id)
      select workspace_id, topic, 0, '', id from endpoint, unnest(topics) as topic
      """;

  private KeptMessages() {}

  /** Adds an endpoint that is disabled. */
  public static void of(Sql sql, Tenants.App app, String... topics) {
    sql.run(ENDPOINT.formatted(app.workspaceId(), String.join(",", topics)));
  }

  /** The messages about members of segments. */
  public static void ofSegments(Sql sql, Tenants.App app) {
    of(sql, app, "segments/entered", "segments/exited", "segments/rebuilt");
  }
}
