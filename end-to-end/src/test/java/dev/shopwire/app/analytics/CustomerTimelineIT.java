package dev.shopwire.app.analytics;

import static dev.shopwire.app.support.ReportRequests.query;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The usage events and page views of a customer's timeline: all of them over all apps, in order,
 * whatever arrives while a client reads page by page.
 */
@Tag("everywhere")
@Tag("cluster")
class CustomerTimelineIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final Instant START = Instant.parse("2026-05-01T10:00:00Z");
  private static final String SHOP = "timeline.example.com";
  private static final String BOTH = "usage_event,page_view";
  private static final Comparator<JsonNode> ORDER =
      Comparator.comparing(CustomerTimelineIT::at)
          .reversed()
          .thenComparing(entry -> entry.path("type").asText())
          .thenComparing(entry -> entry.path("id").asText());

  private final Tenants.App first = TENANTS.app();
  private final Tenants.App second = TENANTS.app(first.workspaceId());
  private final Random random = new Random(11);
  private int sent;

  private static Instant at(JsonNode entry) {
    return Instant.parse(entry.path("at").asText());
  }

  /** Sends events of few different times to each app. */
  private void send(int count) {
    for (Tenants.App app : List.of(first, second)) {
      List<String> events = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        Instant at = START.plusMillis(random.nextInt(40)).plusNanos(random.nextInt(2) * 1_000L);
        String more =
            switch (random.nextInt(3)) {
              case 0 -> "\"eventName\":\"page_view\",\"path\":\"/p" + i + "\"";
              case 1 -> "\"eventName\":\"page_view\"";
              default -> "\"eventName\":\"export\",\"properties\":{\"n\":1.50}";
            };
        events.add(
            "{\"customerId\":\"%s\",\"eventId\":\"e%d\",\"timestamp\":\"%s\",%s}"
                .formatted(SHOP, sent++, at, more));
      }
      Response response = app.api().post("/v1/usage_events", "{\"events\":" + events + "}");
      assertEquals(count, response.json().path("accepted").asInt(), response::body);
    }
  }

  /** What the lists of both apps show, by app and event id. */
  private Map<String, JsonNode> listed() {
    Map<String, JsonNode> events = new TreeMap<>();
    for (Tenants.App app : List.of(first, second)) {
      Response page =
          TENANTS
              .console()
              .get("/console/api/apps/" + app.appId() + "/usage-events" + query("take", "1000"));
      page.json()
          .path("events")
          .forEach(event -> events.put(app.appId() + " " + event.path("eventId").asText(), event));
    }
    return events;
  }

  private static String key(JsonNode entry) {
    return entry.at("/app/id").asText() + " " + entry.at("/detail/eventId").asText();
  }

  private String customerId() {
    return listed().values().iterator().next().path("customerId").asText();
  }

  private Response page(String customer, String... parameters) {
    Response page =
        TENANTS
            .console()
            .get("/console/api/customers/" + customer + "/timeline" + query(parameters));
    assertEquals(200, page.status(), page::body);
    assertEquals(0, page.json().path("missing").size(), page::body);
    return page;
  }

  /** The entries of all pages; {@code between} runs after each page. */
  private List<JsonNode> walk(String customer, String types, int take, Runnable between) {
    List<JsonNode> entries = new ArrayList<>();
    String cursor = "";
    boolean hasNext = true;
    while (hasNext) {
      JsonNode page =
          page(customer, "types", types, "take", Integer.toString(take), "cursor", cursor).json();
      page.path("timeline").forEach(entries::add);
      hasNext = page.path("hasNextPage").asBoolean();
      assertTrue(!hasNext || page.path("timeline").size() == take, page::toString);
      cursor = page.path("cursor").asText();
      between.run();
    }
    return entries;
  }

  private static void assertInOrder(List<JsonNode> entries) {
    assertEquals(entries.stream().sorted(ORDER).toList(), entries);
    Set<String> ids = new HashSet<>();
    entries.forEach(entry -> assertTrue(ids.add(entry.path("id").asText()), entry::toString));
  }

  @Test
  void allEventsAreListedOnceInOrderWhileOthersArrive() {
    send(60);
    Map<String, JsonNode> before = listed();
    String customer = customerId();
    List<JsonNode> walked = walk(customer, BOTH, 7, () -> send(2));
    assertInOrder(walked);
    Map<String, JsonNode> seen = new TreeMap<>();
    walked.forEach(entry -> seen.put(key(entry), entry.path("detail")));
    before.forEach((key, event) -> assertEquals(event, seen.get(key), key));

    Map<String, JsonNode> after = listed();
    List<JsonNode> complete = walk(customer, BOTH, 31, () -> {});
    assertInOrder(complete);
    Map<String, JsonNode> all = new TreeMap<>();
    complete.forEach(entry -> all.put(key(entry), entry.path("detail")));
    assertEquals(after, all);
    List<JsonNode> stable = new ArrayList<>(complete);
    stable.removeIf(entry -> !before.containsKey(key(entry)));
    walked.removeIf(entry -> !before.containsKey(key(entry)));
    assertEquals(stable, walked, "entries and their ids stay the same");
  }

  @Test
  void aPageViewHasAPathAndIsTitledByIt() {
    send(20);
    String customer = customerId();
    List<JsonNode> views = walk(customer, "page_view", 3, () -> {});
    List<JsonNode> others = walk(customer, "usage_event", 3, () -> {});
    assertInOrder(views);
    assertInOrder(others);
    for (JsonNode view : views) {
      assertEquals("page_view", view.path("type").asText());
      assertEquals(view.at("/detail/path"), view.path("title"));
      assertTrue(view.at("/detail/path").isTextual(), view::toString);
      assertEquals(view.at("/detail/timestamp"), view.path("at"));
    }
    for (JsonNode other : others) {
      assertEquals("usage_event", other.path("type").asText());
      assertEquals(other.at("/detail/eventName"), other.path("title"));
      assertTrue(other.at("/detail/path").isNull(), other::toString);
    }
    assertEquals(listed().size(), views.size() + others.size());
  }

  @Test
  void theAppAndTheTimeLimitTheEntries() {
    send(30);
    String customer = customerId();
    List<JsonNode> all = walk(customer, BOTH, 100, () -> {});
    String slug = all.get(0).at("/app/slug").asText();
    Instant from = START.plusMillis(10);
    Instant until = START.plusMillis(20);
    List<JsonNode> expected = new ArrayList<>(all);
    expected.removeIf(
        entry ->
            !entry.at("/app/slug").asText().equals(slug)
                || at(entry).isBefore(from)
                || !at(entry).isBefore(until));
    List<JsonNode> found = new ArrayList<>();
    page(
            customer,
            "types",
            BOTH,
            "app",
            slug,
            "startDate",
            from.toString(),
            "endDate",
            until.toString(),
            "take",
            "1000")
        .json()
        .path("timeline")
        .forEach(found::add);
    assertTrue(!expected.isEmpty(), "some entries are in the range");
    assertEquals(expected, found);
  }
}
