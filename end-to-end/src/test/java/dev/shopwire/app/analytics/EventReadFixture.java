package dev.shopwire.app.analytics;

import static dev.shopwire.app.support.ReportRequests.query;
import static dev.shopwire.app.support.UsageEventResponses.assertCounts;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.util.ArrayList;
import java.util.List;

/** Test fixture: an app whose events are stored, and read through public API or console. */
final class EventReadFixture {
  final Tenants.App app;
  private final Tenants tenants;

  EventReadFixture(Tenants tenants) {
    this.tenants = tenants;
    this.app = tenants.app();
  }

  /** Stores events given as JSON objects, all of which must be accepted. */
  void store(List<String> events) {
    for (int from = 0; from < events.size(); from += 200) {
      List<String> batch = events.subList(from, Math.min(events.size(), from + 200));
      Response response = app.api().post("/v1/usage_events", "{\"events\":" + batch + "}");
      assertCounts(response, batch.size(), 0, 0);
    }
  }

  static String event(String shop, String name, String timestamp, String more) {
    return "{\"customerId\":\"%s.example.com\",\"eventName\":\"%s\",\"timestamp\":\"%s\"%s}"
        .formatted(shop, name, timestamp, more);
  }

  Response list(String... namesAndValues) {
    return app.api().get("/v1/usage_events" + query(namesAndValues));
  }

  /** The event ids of one page. */
  List<String> ids(String... namesAndValues) {
    Response response = list(namesAndValues);
    assertEquals(200, response.status(), response::body);
    return texts(response.json().path("events"), "eventId");
  }

  Response console(String path, String... namesAndValues) {
    return console(app, path, namesAndValues);
  }

  /** The same read of another app of the workspace, which has no events. */
  Response consoleOfSibling(String path, String... namesAndValues) {
    return console(tenants.app(app.workspaceId()), path, namesAndValues);
  }

  private Response console(Tenants.App of, String path, String... namesAndValues) {
    return tenants
        .console()
        .get("/console/api/apps/" + of.appId() + "/" + path + query(namesAndValues));
  }

  static List<String> texts(JsonNode array, String field) {
    List<String> texts = new ArrayList<>();
    array.forEach(item -> texts.add(item.path(field).asText()));
    return texts;
  }
}
