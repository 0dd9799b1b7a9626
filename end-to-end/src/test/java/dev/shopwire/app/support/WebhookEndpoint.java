package dev.shopwire.app.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * A webhook endpoint, read and changed through the console.
 *
 * @param secret as it was shown on creation
 */
public record WebhookEndpoint(SchemaCheckedHttp console, String id, String secret) {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /**
   * Creates an endpoint subscribed to usage events.
   *
   * @param more JSON fields, each after a comma; may be empty
   */
  public static WebhookEndpoint make(Tenants tenants, String workspaceId, String url, String more) {
    String body = "{\"url\":\"" + url + "\",\"topics\":[\"customers/usage_event\"]" + more + "}";
    String path = "/console/api/workspaces/" + workspaceId + "/webhook-endpoints";
    JsonNode created = ok(tenants.console().post(path, body)).path("webhookEndpoint");
    return new WebhookEndpoint(
        tenants.console(), created.path("id").asText(), created.path("signingSecret").asText());
  }

  private static JsonNode ok(Response response) {
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  private String path(String rest) {
    return "/console/api/webhook-endpoints/" + id + rest;
  }

  public JsonNode fetch() {
    return ok(console.get(path(""))).path("webhookEndpoint");
  }

  public String status() {
    return fetch().path("status").asText();
  }

  public void awaitStatus(String status) {
    Poll.until(TIMEOUT, () -> "status " + status + ": " + fetch(), () -> status().equals(status));
  }

  public JsonNode change(String json) {
    return ok(console.patch(path(""), json)).path("webhookEndpoint");
  }

  public void disable() {
    assertEquals("disabled", change("{\"status\":\"disabled\"}").path("status").asText());
  }

  public void delete() {
    ok(console.delete(path("")));
  }

  /**
   * @param pending send or skip
   */
  public void resume(String pending) {
    ok(console.post(path("/resume"), "{\"pending\":\"" + pending + "\"}"));
  }

  /** Returns the new secret. */
  public String rotate(int overlapHours) {
    return ok(console.post(path("/rotate-secret"), "{\"overlapHours\":" + overlapHours + "}"))
        .path("signingSecret")
        .asText();
  }

  public JsonNode test() {
    return ok(console.post(path("/test"), "{}"));
  }

  public JsonNode replaySince(Instant since) {
    return ok(console.post(path("/replay"), "{\"since\":\"" + since + "\"}")).path("replay");
  }

  public void replay(String deliveryId) {
    ok(console.post("/console/api/deliveries/" + deliveryId + "/replay", "{}"));
  }

  /** The newest deliveries. */
  public List<JsonNode> deliveries() {
    JsonNode all = ok(console.get(path("/deliveries?take=100"))).path("deliveries");
    return StreamSupport.stream(all.spliterator(), false).toList();
  }

  /** Waits until the newest delivery has {@code status} and returns it. */
  public JsonNode awaitDelivery(String status) {
    Poll.until(
        TIMEOUT,
        () -> "newest delivery with status " + status + ": " + deliveries(),
        () -> {
          List<JsonNode> all = deliveries();
          return !all.isEmpty() && all.get(0).path("status").asText().equals(status);
        });
    return deliveries().get(0);
  }
}
