package dev.shopwire.testing.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartnerSchemaTest {
  private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");
  private static final PartnerApp APP = new PartnerApp(1, "App");

  private final EventLog log = new EventLog(History.ofShops(HistoryOptions.twoYears(7), 40));
  private final PartnerSchema newer = new HistoricalEventsSchema(APP, log, () -> NOW);
  private final PartnerSchema older = new AppEventsSchema(APP, log, () -> NOW);

  private static JsonObject execute(
      PartnerSchema schema,
      String query,
      String app,
      String from,
      String to,
      @Nullable String after) {
    Map<String, Object> variables = new HashMap<>();
    variables.put("app", app);
    variables.put("from", from);
    variables.put("to", to);
    variables.put("first", 100);
    variables.put("after", after);
    return new JsonObject(new JsonObject(schema.execute(query, variables)).encode());
  }

  private static JsonObject page(JsonObject result, String... path) {
    assertTrue(!result.containsKey("errors"), result::encode);
    JsonObject page = result.getJsonObject("data");
    for (String name : path) {
      page = page.getJsonObject(name);
    }
    return page;
  }

  /** All nodes of two years, by cursors of the last items. */
  private static List<JsonObject> all(
      PartnerSchema schema, String query, String app, String... path) {
    List<JsonObject> nodes = new ArrayList<>();
    for (String year : List.of("2024", "2025")) {
      String after = null;
      boolean more = true;
      while (more) {
        JsonObject page =
            page(
                execute(
                    schema,
                    query,
                    app,
                    year + "-01-01T00:00:00Z",
                    year + "-12-30T23:59:59Z",
                    after),
                path);
        JsonArray edges = page.getJsonArray("edges");
        edges.forEach(edge -> nodes.add(((JsonObject) edge).getJsonObject("node")));
        more = page.getJsonObject("pageInfo").getBoolean("hasNextPage");
        after = edges.isEmpty() ? null : edges.getJsonObject(edges.size() - 1).getString("cursor");
      }
    }
    return nodes;
  }

  private Set<Long> expected(PartnerStream stream) {
    return log.all().stream()
        .filter(event -> event.kind().name(stream).isPresent())
        .filter(event -> !event.at().toString().matches("202[456]-12-31.*|2026.*"))
        .map(HistoryEvent::number)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void theNewerDialectShowsEveryEventOnce() {
    List<JsonObject> nodes = all(newer, PartnerQueries.EVENTS, APP.id(), "events");
    Set<Long> numbers =
        nodes.stream()
            .map(node -> node.getString("id"))
            .map(id -> Long.valueOf(id.substring(id.lastIndexOf('/') + 1)))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(nodes.size(), numbers.size());
    assertEquals(expected(PartnerStream.EVENTS), numbers);
  }

  @Test
  void theOlderDialectShowsEveryEventAndTransactionOnce() {
    List<JsonObject> events = all(older, PartnerQueries.APP_EVENTS, APP.olderId(), "app", "events");
    assertEquals(expected(PartnerStream.APP_EVENTS).size(), events.size());
    List<JsonObject> transactions =
        all(older, PartnerQueries.TRANSACTIONS, APP.olderId(), "transactions");
    assertEquals(expected(PartnerStream.TRANSACTIONS).size(), transactions.size());
    // Natural keys must differ, since the events have no ids.
    assertEquals(events.size(), events.stream().map(JsonObject::encode).distinct().count());
  }

  @Test
  void theNewestEventsComeFirst() {
    JsonArray edges =
        page(
                execute(
                    newer,
                    PartnerQueries.EVENTS,
                    APP.id(),
                    "2025-01-01T00:00:00Z",
                    "2025-06-01T00:00:00Z",
                    null),
                "events")
            .getJsonArray("edges");
    List<Instant> times =
        edges.stream()
            .map(edge -> ((JsonObject) edge).getJsonObject("node").getString("occurredAt"))
            .map(Instant::parse)
            .toList();
    assertEquals(times.stream().sorted((a, b) -> b.compareTo(a)).toList(), times);
  }

  private static String code(JsonObject result) {
    return result
        .getJsonArray("errors")
        .getJsonObject(0)
        .getJsonObject("extensions")
        .getString("code");
  }

  @Test
  void refusesTheOtherDialectsIdLongRangesAndBrokenCursors() {
    String from = "2024-01-01T00:00:00Z";
    String to = "2024-02-01T00:00:00Z";
    assertEquals(
        "INVALID_ID", code(execute(newer, PartnerQueries.EVENTS, APP.olderId(), from, to, null)));
    assertEquals(
        "INVALID_ID", code(execute(older, PartnerQueries.APP_EVENTS, APP.id(), from, to, null)));
    assertEquals(
        "INVALID_RANGE",
        code(execute(newer, PartnerQueries.EVENTS, APP.id(), from, "2025-01-01T00:00:00Z", null)));
    assertEquals(
        "INVALID_CURSOR",
        code(execute(newer, PartnerQueries.EVENTS, APP.id(), from, to, "nonsense")));
    JsonObject tooLarge =
        new JsonObject(newer.execute("{events(first: 251) {pageInfo {hasNextPage}}}", Map.of()));
    assertEquals("INVALID_FIRST", code(new JsonObject(tooLarge.encode())));
  }

  @Test
  void showsWhatIsLateRedactedOrChangedAsThePlatformDoes() {
    HistoryEvent install =
        log.all().stream()
            .filter(event -> event.kind() == HistoryKind.INSTALLED)
            .findFirst()
            .orElseThrow();
    String at = install.at().toString();
    assertEquals(1, log.hold(event -> event.number() == install.number()));
    assertEquals(List.of(), names(at));
    log.release();
    assertEquals(1, names(at).size());
    log.redact(java.util.Objects.requireNonNull(install.shop()).number());
    assertEquals(List.of(HistoryShop.REDACTED), names(at));
  }

  private List<String> names(String at) {
    return page(execute(newer, PartnerQueries.EVENTS, APP.id(), at, at, null), "events")
        .getJsonArray("edges")
        .stream()
        .map(edge -> ((JsonObject) edge).getJsonObject("node"))
        .filter(node -> node.getString("eventType").equals("RELATIONSHIP_INSTALLED"))
        .map(node -> node.getJsonObject("shop").getString("domain"))
        .toList();
  }
}
