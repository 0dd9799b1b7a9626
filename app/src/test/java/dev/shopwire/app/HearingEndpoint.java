package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A webhook endpoint that is disabled, so that what is due to it stays there to be read. */
final class HearingEndpoint {
  private static final Sql SQL = RunningService.shared().sql();
  private static final String ADD =
      """
      with endpoint as (
        insert into webhook_endpoints (workspace_id, url, topics, app_ids, status)
        values (?, 'https://receiver.example', string_to_array(?, ','), nullif(array[?], array[0]),
          'disabled')
        returning workspace_id, id, topics, coalesce(app_ids, array[0]) as apps
      ), wanted as (
        insert into webhook_subscriptions (workspace_id, topic, app_id, event_name, endpoint_id)
        select workspace_id, topic, app_id, '', id
        from endpoint, unnest(topics) as topic, unnest(apps) as app_id
      )
      select id from endpoint
      """;
  private static final String TOLD =
      """
      select coalesce(json_agg(json_build_object('topic', m.topic, 'app', m.app_id::text,
        'customer', customer_ref(m.customer_id), 'payload', m.payload) order by m.id), '[]')
      from webhook_due d
      join webhook_messages m on m.workspace_id = d.workspace_id and m.id = d.message_id
      where d.endpoint_id = ? and d.workspace_id = ? and d.customer_id = m.customer_id
        and d.lane = d.endpoint_id % 64
      """;

  private final int workspaceId;
  private final long id;

  /** Of all apps if {@code appId} is 0. */
  private HearingEndpoint(Tenants.App app, int appId, Topic... topics) {
    this.workspaceId = Integer.parseInt(app.workspaceId());
    String words = Stream.of(topics).map(Topic::word).collect(Collectors.joining(","));
    this.id = SQL.number(ADD, workspaceId, words, appId);
  }

  /** Of all apps of the workspace. */
  static HearingEndpoint inWorkspaceOf(Tenants.App app, Topic... topics) {
    return new HearingEndpoint(app, 0, topics);
  }

  /** Of this app alone. */
  static HearingEndpoint of(Tenants.App app, Topic... topics) {
    return new HearingEndpoint(app, Integer.parseInt(app.appId()), topics);
  }

  /**
   * What it is told.
   *
   * @param appId null if it happened through no app
   */
  record Told(String topic, @Nullable String appId, String customerId, JsonNode payload) {}

  /** In the order in which it happened. */
  List<Told> told() {
    List<Told> told = new ArrayList<>();
    for (JsonNode row : json(SQL.text(TOLD, id, workspaceId))) {
      told.add(
          new Told(
              row.path("topic").asText(),
              row.path("app").textValue(),
              row.path("customer").asText(),
              row.path("payload")));
    }
    return told;
  }

  /** The payload of the one thing that it is told, which must be this. */
  JsonNode toldOnce(Topic topic, Tenants.App app, String customerId) {
    List<Told> all = told();
    assertEquals(1, all.size(), all::toString);
    Told one = all.get(0);
    assertEquals(new Told(topic.word(), app.appId(), customerId, one.payload()), one);
    return one.payload();
  }

  void assertToldNothing() {
    assertEquals(List.of(), told());
  }

  /** How many messages were written in the app's workspace, whoever wants to hear them. */
  static long messages(Tenants.App app) {
    return SQL.number(
        "select count(*) from webhook_messages where workspace_id = ?",
        Integer.parseInt(app.workspaceId()));
  }

  static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(text, e);
    }
  }
}
