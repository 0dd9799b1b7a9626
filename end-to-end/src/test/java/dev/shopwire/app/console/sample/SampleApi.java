package dev.shopwire.app.console.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Sends the requests of a sample, all of which succeed. */
record SampleApi(SchemaCheckedHttp console) {
  private static final String PREFIX = "/console/api";
  private static final int MAX_BATCH = 200;

  /** Creates something. */
  JsonNode post(String path, Map<String, ?> body) {
    return ok(console.post(PREFIX + path, json(body)));
  }

  void patch(String path, Map<String, ?> body) {
    ok(console.patch(PREFIX + path, json(body)));
  }

  void put(String path, Map<String, ?> body) {
    byte[] bytes = json(body).getBytes(StandardCharsets.UTF_8);
    ok(console.send("PUT", PREFIX + path, Map.of("Content-Type", "application/json"), bytes));
  }

  void delete(String path) {
    ok(console.delete(PREFIX + path));
  }

  JsonNode get(String path) {
    return ok(console.get(PREFIX + path));
  }

  /** Sends a request to the public API. */
  static JsonNode send(Tenants.App app, String path, Map<String, ?> body) {
    return ok(app.api().post(path, json(body)));
  }

  /** Sends usage events in batches. */
  static void sendEvents(Tenants.App app, List<Map<String, Object>> events) {
    for (int from = 0; from < events.size(); from += MAX_BATCH) {
      List<Map<String, Object>> batch =
          events.subList(from, Math.min(events.size(), from + MAX_BATCH));
      JsonNode stored = send(app, "/v1/usage_events", Map.of("events", batch));
      assertEquals(batch.size(), stored.path("accepted").asInt(), stored::toString);
    }
  }

  static String customerId(Tenants.App app, String shop) {
    return ok(app.api().get("/v1/customer?myplatformDomain=" + shop)).at("/customer/id").asText();
  }

  static JsonNode ok(Response response) {
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  private static String json(Map<String, ?> body) {
    return Json.MAPPER.valueToTree(body).toString();
  }
}
