package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Creates and changes a workspace's webhook endpoints through the console, and reads their rows.
 */
class WebhookEndpointsFixture {
  static final Duration TIME = Duration.ofSeconds(10);
  static final String API = "/console/api";
  static final String USAGE = "\"topics\":[\"customers/usage_event\"]";

  final RunningService service = RunningService.shared();
  final Tenants.App app = service.tenants().app();
  final SchemaCheckedHttp console = service.tenants().console();
  final Sql sql = service.sql();

  static String endpointsOf(String workspaceId) {
    return API + "/workspaces/" + workspaceId + "/webhook-endpoints";
  }

  static String path(String id) {
    return API + "/webhook-endpoints/" + id;
  }

  Response create(String fields) {
    return console.post(
        endpointsOf(app.workspaceId()),
        "{\"url\":\"https://receiver.invalid/hooks\"," + fields + "}");
  }

  JsonNode created(String fields) {
    Response response = create(fields);
    assertEquals(200, response.status(), response::body);
    return response.json().path("webhookEndpoint");
  }

  String createId(String fields) {
    return created(fields).path("id").asText();
  }

  JsonNode show(String id) {
    Response response = console.get(path(id));
    assertEquals(200, response.status(), response::body);
    return response.json().path("webhookEndpoint");
  }

  JsonNode change(String id, String fields) {
    Response response = console.patch(path(id), "{" + fields + "}");
    assertEquals(200, response.status(), response::body);
    return response.json().path("webhookEndpoint");
  }

  static void assertErrors(Response response, String expected) {
    assertEquals(422, response.status(), response::body);
    assertEquals(
        expected,
        StreamSupport.stream(response.json().path("errors").spliterator(), false)
            .map(error -> error.path("pointer").asText() + " " + error.path("code").asText())
            .collect(Collectors.joining(", ")));
  }

  void postEvent(Tenants.App sender, String eventName) {
    Response response =
        sender
            .api()
            .post(
                "/v1/usage_events",
                "{\"eventName\":\"" + eventName + "\",\"customerId\":\"a.example.com\"}");
    assertEquals(200, response.status(), response::body);
    awaitExpanded(sender);
  }

  /** Waits until all stored events of the app's workspace have been expanded into deliveries. */
  void awaitExpanded(Tenants.App sender) {
    Poll.until(
        TIME,
        () -> "events are expanded",
        () -> count("webhook_fan_outs", sender.workspaceId()) == 0);
  }

  long count(String table, String workspaceId) {
    return sql.number(
        "select count(*) from " + table + " where workspace_id = ?", Long.parseLong(workspaceId));
  }

  long due(String endpointId) {
    return sql.number(
        "select count(*) from webhook_due where workspace_id = ? and endpoint_id = ?",
        Long.parseLong(app.workspaceId()),
        Long.parseLong(endpointId));
  }

  String subscriptions(String endpointId) {
    return sql.text(
        """
        select coalesce(string_agg(topic || ' ' || coalesce(a.slug, '*') || ' ' || event_name, ', '
          order by topic, a.slug, event_name), '')
        from webhook_subscriptions s left join apps a on a.id = s.app_id
        where s.workspace_id = ? and endpoint_id = ?
        """,
        Long.parseLong(app.workspaceId()),
        Long.parseLong(endpointId));
  }

  String slug(Tenants.App owner) {
    return sql.text("select slug from apps where id = ?", Long.parseLong(owner.appId()));
  }

  void identify(Tenants.App sender) {
    assertEquals(
        200,
        sender.api().post("/v1/identify", "{\"myplatformDomain\":\"a.example.com\"}").status());
  }

  void assertUnknown(String id) {
    List<Response> responses =
        List.of(
            console.get(path(id)),
            console.patch(path(id), "{}"),
            console.delete(path(id)),
            console.post(path(id) + "/rotate-secret", "{}"),
            console.post(path(id) + "/resume", "{\"pending\":\"send\"}"),
            console.post(path(id) + "/resume", "{\"pending\":\"skip\"}"));
    responses.forEach(response -> assertEquals(404, response.status(), response::body));
  }
}
