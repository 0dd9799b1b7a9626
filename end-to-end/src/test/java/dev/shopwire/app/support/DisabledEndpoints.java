package dev.shopwire.app.support;

import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;

/** Adds disabled webhook endpoints: messages of their topics are stored, and never delivered. */
public final class DisabledEndpoints {
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

  private DisabledEndpoints() {}

  /** Adds an endpoint for these topics. */
  public static void add(Sql sql, Tenants.App app, String... topics) {
    sql.run(ENDPOINT.formatted(app.workspaceId(), String.join(",", topics)));
  }

  /** Adds an endpoint for the topics of segments. */
  public static void addForSegments(Sql sql, Tenants.App app) {
    add(sql, app, "segments/entered", "segments/exited", "segments/rebuilt");
  }
}
