package dev.shopwire.app.analytics;

import static dev.shopwire.app.support.UsageEventResponses.assertCounts;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Http.Answer;
import dev.shopwire.testing.Tenants;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** An app whose events a test stores and then reads, through the public API or the console. */
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
      Answer answer = app.api().post("/v1/usage_events", "{\"events\":" + batch + "}");
      assertCounts(answer, batch.size(), 0, 0);
    }
  }

  static String event(String shop, String name, String timestamp, String more) {
    return "{\"customerId\":\"%s.example.com\",\"eventName\":\"%s\",\"timestamp\":\"%s\"%s}"
        .formatted(shop, name, timestamp, more);
  }

  /** A query of names and values, the values escaped. */
  static String query(String... namesAndValues) {
    StringBuilder query = new StringBuilder();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      query
          .append(i == 0 ? "?" : "&")
          .append(namesAndValues[i])
          .append("=")
          .append(URLEncoder.encode(namesAndValues[i + 1], StandardCharsets.UTF_8));
    }
    return query.toString();
  }

  Answer list(String... namesAndValues) {
    return app.api().get("/v1/usage_events" + query(namesAndValues));
  }

  /** The ids of the events of one page. */
  List<String> ids(String... namesAndValues) {
    Answer answer = list(namesAndValues);
    assertEquals(200, answer.status(), answer::body);
    return texts(answer.json().path("events"), "eventId");
  }

  Answer console(String call, String... namesAndValues) {
    return tenants
        .console()
        .get("/console/api/apps/" + app.appId() + "/" + call + query(namesAndValues));
  }

  static List<String> texts(JsonNode array, String member) {
    List<String> texts = new ArrayList<>();
    array.forEach(item -> texts.add(item.path(member).asText()));
    return texts;
  }
}
