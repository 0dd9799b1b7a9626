package dev.shopwire.app.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import dev.shopwire.webhook.lanes.Lanes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records the webhook messages of a workspace with a disabled endpoint, so that its deliveries stay
 * due.
 */
public final class RecordingEndpoint {
  private static final Sql SQL = RunningService.shared().sql();
  private static final String ADD =
      """
      with endpoint as (
        insert into webhook_endpoints (workspace_id, url, topics, app_ids, status)
        values (?, 'https://receiver.example', string_to_array(?, ','),
          nullif(array[?]::bigint[], '{0}'), 'disabled')
        returning workspace_id, id, topics, coalesce(app_ids, '{0}') as apps
      ), wanted as (
        insert into webhook_subscriptions (workspace_id, topic, app_id, event_name, endpoint_id)
        select workspace_id, topic, app_id, '', id
        from endpoint, unnest(topics) as topic, unnest(apps) as app_id
      )
      select id from endpoint
      """;
  private static final String RECORDED =
      """
      select coalesce(json_agg(json_build_object('topic', m.topic, 'app', m.app_id::text,
        'customer', customer_ref(m.customer_id), 'payload', m.payload) order by m.id), '[]')
      from webhook_due d
      join webhook_messages m on m.workspace_id = d.workspace_id and m.id = d.message_id
      where d.endpoint_id = ? and d.workspace_id = ? and d.customer_id = m.customer_id
        and d.lane = d.endpoint_id % ?
      """;

  private final long workspaceId;
  private final long id;

  /** For all apps if {@code appId} is 0. */
  private RecordingEndpoint(Tenants.App app, long appId, Topic... topics) {
    this.workspaceId = Long.parseLong(app.workspaceId());
    String topicNames = Stream.of(topics).map(Topic::apiName).collect(Collectors.joining(","));
    this.id = SQL.number(ADD, workspaceId, topicNames, appId);
  }

  /** For all apps of the workspace. */
  public static RecordingEndpoint inWorkspaceOf(Tenants.App app, Topic... topics) {
    return new RecordingEndpoint(app, 0, topics);
  }

  /** For this app only. */
  public static RecordingEndpoint of(Tenants.App app, Topic... topics) {
    return new RecordingEndpoint(app, Long.parseLong(app.appId()), topics);
  }

  /**
   * A message to this endpoint.
   *
   * @param appId null if the change came from no app
   */
  public record Recorded(
      String topic, @Nullable String appId, String customerId, JsonNode payload) {}

  /** The recorded messages, oldest first. */
  public List<Recorded> recorded() {
    List<Recorded> recorded = new ArrayList<>();
    for (JsonNode row : json(SQL.text(RECORDED, id, workspaceId, Lanes.COUNT))) {
      recorded.add(
          new Recorded(
              row.path("topic").asText(),
              row.path("app").textValue(),
              row.path("customer").asText(),
              row.path("payload")));
    }
    return recorded;
  }

  /** The payload of the only message, which must have this topic, app and customer. */
  public JsonNode recordedOnce(Topic topic, Tenants.App app, String customerId) {
    List<Recorded> all = recorded();
    assertEquals(1, all.size(), all::toString);
    Recorded one = all.get(0);
    assertEquals(new Recorded(topic.apiName(), app.appId(), customerId, one.payload()), one);
    return one.payload();
  }

  public void assertNothingRecorded() {
    assertEquals(List.of(), recorded());
  }

  /** The number of messages written in the app's workspace, for any endpoint. */
  public static long messages(Tenants.App app) {
    return SQL.number(
        "select count(*) from webhook_messages where workspace_id = ?",
        Long.parseLong(app.workspaceId()));
  }

  public static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(text, e);
    }
  }
}
