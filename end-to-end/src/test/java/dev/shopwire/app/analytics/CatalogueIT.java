package dev.shopwire.app.analytics;

import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The catalogue of event names and properties equals what the stored events contain. */
@Tag("everywhere")
@Tag("cluster")
class CatalogueIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final String NAMES = "catalogue/event-names";
  private static final String PROPERTIES = "catalogue/properties";
  private static final Instant START = Instant.parse("2026-05-01T00:00:00.123456Z");

  private final EventReadFixture fixture = new EventReadFixture(TENANTS);

  private static String event(String name, Instant at, String properties) {
    return EventReadFixture.event("s", name, at.toString(), ",\"properties\":" + properties);
  }

  /** The rows of all pages. */
  private List<JsonNode> all(String path, String field, int take, String... parameters) {
    List<JsonNode> rows = new ArrayList<>();
    String cursor = "";
    boolean hasNext = true;
    while (hasNext) {
      List<String> query = new ArrayList<>(Arrays.asList(parameters));
      query.addAll(List.of("take", Integer.toString(take), "cursor", cursor));
      Response page = fixture.console(path, query.toArray(String[]::new));
      assertEquals(200, page.status(), page::body);
      page.json().path(field).forEach(rows::add);
      cursor = page.json().path("cursor").asText();
      hasNext = page.json().path("hasNextPage").asBoolean();
      assertEquals(hasNext, page.json().path("cursor").isTextual(), page::body);
    }
    return rows;
  }

  private static int compareCodePoints(String one, String other) {
    return Arrays.compare(one.codePoints().toArray(), other.codePoints().toArray());
  }

  private static List<String> byFrequency(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .sorted(
            Comparator.comparingLong((Map.Entry<String, Long> each) -> -each.getValue())
                .thenComparing(Map.Entry::getKey, CatalogueIT::compareCodePoints))
        .map(each -> each.getKey() + "=" + each.getValue())
        .toList();
  }

  private static List<String> namesWithCounts(List<JsonNode> rows) {
    return rows.stream()
        .map(row -> row.path("eventName").asText() + "=" + row.path("events").asLong())
        .toList();
  }

  @Test
  void namesHaveExactCountsAndTheTimeOfTheirNewestEvent() {
    Random random = new Random(7);
    List<String> names =
        List.of("B", "a", "b", "Export done", "\uFF5E", "\uD83D\uDE00", "page_view");
    Map<String, Long> counts = new TreeMap<>();
    Map<String, Instant> last = new TreeMap<>();
    List<String> events = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      String name = names.get(random.nextInt(names.size()));
      Instant at = START.minusSeconds(random.nextInt(40_000_000));
      counts.merge(name, 1L, Long::sum);
      last.merge(name, at, (one, other) -> one.isAfter(other) ? one : other);
      events.add(event(name, at, "{}"));
    }
    fixture.store(events);
    List<JsonNode> rows = all(NAMES, "eventNames", 2);
    assertEquals(byFrequency(counts), namesWithCounts(rows));
    for (JsonNode row : rows) {
      assertEquals(
          last.get(row.path("eventName").asText()),
          Instant.parse(row.path("lastAt").asText()),
          row::toString);
    }
    assertEquals(
        List.of("Export done=" + counts.get("Export done")),
        namesWithCounts(all(NAMES, "eventNames", 50, "search", "RT d")));
  }

  @Test
  void namesBeyondThoseInTheRollupsAreCountedToo() {
    Map<String, Long> counts = new TreeMap<>();
    List<String> events = new ArrayList<>();
    for (int i = 0; i < 1_060; i++) {
      int times = 1 + i % 3 / 2;
      for (int j = 0; j < times; j++) {
        events.add(event("name-" + i, START.plusSeconds(i), "{}"));
      }
      counts.put("name-" + i, (long) times);
    }
    fixture.store(events);
    assertEquals(byFrequency(counts), namesWithCounts(all(NAMES, "eventNames", 400)));
    assertEquals(
        List.of("name-1059=1"),
        namesWithCounts(all(NAMES, "eventNames", 400, "search", "name-1059")));
  }

  @Test
  void propertiesAreTheLeavesOfTheEventsOfOneName() {
    Random random = new Random(8);
    Map<String, List<String>> leaves =
        Map.of(
            "{\"plan\":{\"name\":\"pro\",\"seats\":5},\"a.b\":1}",
            List.of("plan.name", "plan.seats", "a\\.b"),
            "{\"plan\":{\"name\":\"free\",\"seats\":null}}",
            List.of("plan.name", "plan.seats"),
            "{\"plan\":\"pro\",\"tags\":[1,{\"x\":2}]}",
            List.of("plan", "tags"),
            "{\"tags\":[],\"none\":{},\"ok\":true}",
            List.of("tags", "none", "ok"),
            "{}",
            List.of());
    List<String> samples = leaves.keySet().stream().sorted().toList();
    Map<String, Long> counts = new TreeMap<>();
    List<String> events = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String properties = samples.get(random.nextInt(samples.size()));
      events.add(event("export", START.plusSeconds(i), properties));
      events.add(event("other", START.plusSeconds(i), "{\"foreign\":1}"));
      leaves.getOrDefault(properties, List.of()).forEach(path -> counts.merge(path, 1L, Long::sum));
    }
    fixture.store(events);
    List<JsonNode> rows = all(PROPERTIES, "properties", 2, "eventName", "export");
    assertEquals(
        byFrequency(counts),
        rows.stream()
            .map(row -> row.path("property").asText() + "=" + row.path("events").asLong())
            .toList());
    Response page = fixture.console(PROPERTIES, "eventName", "export", "search", "SEATS");
    assertEquals(300, page.json().path("sampledEvents").asInt(), page::body);
    assertEquals("[\"number\",\"null\"]", page.json().at("/properties/0/types").toString());
    assertEquals("[5]", page.json().at("/properties/0/examples").toString());
    assertEquals(1, page.json().path("properties").size(), page::body);
  }

  @Test
  void propertiesAreThoseOfTheNewestThousandEvents() {
    List<String> events = new ArrayList<>();
    for (int i = 0; i < 1_001; i++) {
      events.add(
          event("e", START.minusSeconds(i), "{\"p\":1" + (i == 1_000 ? ",\"old\":1}" : "}")));
    }
    fixture.store(events);
    Response page = fixture.console(PROPERTIES, "eventName", "e");
    assertEquals(1_000, page.json().path("sampledEvents").asInt(), page::body);
    assertEquals(List.of("p"), EventReadFixture.texts(page.json().path("properties"), "property"));
    assertEquals(
        0,
        fixture.console(PROPERTIES, "eventName", "no such").json().path("sampledEvents").asInt());
  }

  @Test
  void invalidRequestsAreRejected() {
    fixture.store(
        List.of(event("a", START, "{\"p\":1,\"q\":2}"), event("b", START, "{\"p\":1,\"q\":2}")));
    String names = fixture.console(NAMES, "take", "1").json().path("cursor").asText();
    String properties = fixture.console(PROPERTIES, "take", "1").json().path("cursor").asText();
    assertFails(fixture.console(NAMES, "cursor", names, "search", "a"), 422, "invalid_cursor");
    assertFails(fixture.console(NAMES, "cursor", properties), 422, "invalid_cursor");
    assertFails(fixture.console(PROPERTIES, "cursor", names), 422, "invalid_cursor");
    assertFails(fixture.consoleOfSibling(NAMES, "cursor", names), 422, "invalid_cursor");
    assertFails(fixture.console(NAMES, "take", "0"), 422, "invalid_take");
    assertFails(fixture.console(NAMES, "search", "x".repeat(101)), 422, "too_long");
    assertFails(fixture.console(PROPERTIES, "eventname", "a"), 422, "unknown_parameter");
    assertFails(TENANTS.console().get("/console/api/apps/999999999/" + NAMES), 404, "unknown_app");
  }
}
