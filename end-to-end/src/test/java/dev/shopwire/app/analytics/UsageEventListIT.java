package dev.shopwire.app.analytics;

import static dev.shopwire.app.analytics.EventReadFixture.event;
import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code GET /v1/usage_events} and the console's list, without property filters. */
@Tag("everywhere")
class UsageEventListIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final Sql SQL = RunningService.shared().sql();

  private final EventReadFixture events = new EventReadFixture(TENANTS);

  private static String id(String id) {
    return ",\"eventId\":\"" + id + "\"";
  }

  /** The ids of all pages in order. */
  private List<String> readPages(int take, Runnable betweenPages) {
    List<String> ids = new ArrayList<>();
    String cursor = "";
    for (boolean more = true; more; ) {
      JsonNode page = events.list("take", Integer.toString(take), "cursor", cursor).json();
      ids.addAll(EventReadFixture.texts(page.path("events"), "eventId"));
      more = page.path("hasNextPage").asBoolean();
      assertEquals(more, page.path("cursor").isTextual());
      cursor = page.path("cursor").asText();
      betweenPages.run();
    }
    return ids;
  }

  @Test
  void anEventIsListedAsItWasSent() {
    events.store(
        List.of(
            event(
                "acme",
                "export \\\"x\\\"",
                "2026-08-08T00:13:30.123456+02:00",
                id("e1")
                    + ",\"path\":\"/ä\",\"sessionKey\":\"s\",\"properties\":{\"n\":12345678901234567890.10,"
                    + "\"tiny\":1e-300,\"deep\":{\"a\":[null,true]}}")));
    Response response = events.list();
    JsonNode event = response.json().at("/events/0");
    assertEquals("e1", event.path("eventId").asText());
    assertEquals("export \"x\"", event.path("eventName").asText());
    assertEquals("acme.example.com", event.path("myplatformDomain").asText());
    assertEquals(
        SQL.text(
            "select customer_ref(id) from customers where workspace_id = ?",
            Long.parseLong(events.app.workspaceId())),
        event.path("customerId").asText());
    assertEquals("2026-08-07T22:13:30.123456Z", event.path("timestamp").asText());
    assertEquals("/ä", event.path("path").asText());
    assertEquals("s", event.path("sessionKey").asText());
    assertTrue(response.body().contains("12345678901234567890.10"), response::body);
    assertEquals("[null,true]", event.at("/properties/deep/a").toString());
    assertEquals(false, response.json().path("hasNextPage").asBoolean());
    assertTrue(response.json().path("cursor").isNull());
  }

  @Test
  void absentFieldsAreNullAndPropertiesAreEmpty() {
    events.store(List.of(event("acme", "a", "2026-08-08T00:00:00Z", "")));
    JsonNode event = events.list().json().at("/events/0");
    assertTrue(event.path("path").isNull());
    assertTrue(event.path("sessionKey").isNull());
    assertEquals("{}", event.path("properties").toString());
    assertEquals("2026-08-08T00:00:00.000Z", event.path("timestamp").asText());
    assertEquals(36, event.path("eventId").asText().length());
  }

  @Test
  void pagesListEachEventOnceNewestFirst() {
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < 23; i++) {
      // Five events per instant, so that pages end between equal times.
      String time = "2026-08-%02dT00:00:00Z".formatted(1 + i / 5);
      sent.add(event("s" + i % 3, "n", time, id("e" + i)));
    }
    events.store(sent);
    List<String> all = events.ids("take", "1000");
    assertEquals(23, all.stream().distinct().count());
    assertEquals("e22", all.stream().filter(id -> all.indexOf(id) < 3).sorted().toList().get(2));
    for (int take : new int[] {1, 2, 7, 22, 23, 24}) {
      assertEquals(all, readPages(take, () -> {}), "take " + take);
    }
  }

  @Test
  void pagesAreStableWhileEventsArrive() {
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      sent.add(event("s", "n", "2026-08-0%dT00:00:00Z".formatted(9 - i), id("e" + i)));
    }
    events.store(sent);
    List<String> ids =
        readPages(2, () -> events.store(List.of(event("s", "n", "2026-09-01T00:00:00Z", ""))));
    assertEquals(List.of("e0", "e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8"), ids);
  }

  @Test
  void filtersCombineAndAllMustMatch() {
    events.store(
        List.of(
            event("a", "x", "2026-03-28T23:30:00Z", id("1") + ",\"sessionKey\":\"k\""),
            event("a", "page_view", "2026-03-29T21:59:59Z", id("2") + ",\"path\":\"/p\""),
            event("b", "x", "2026-03-29T22:00:00Z", id("3") + ",\"path\":\"/p/q\"")));
    assertEquals(List.of("3", "2", "1"), events.ids());
    assertEquals(List.of("2", "1"), events.ids("customerId", " A.example.com"));
    assertEquals(List.of("3", "1"), events.ids("eventName", "x"));
    assertEquals(List.of("1"), events.ids("eventName", "x", "customerId", "a.example.com"));
    assertEquals(List.of("1"), events.ids("sessionKey", "k"));
    assertEquals(List.of("2"), events.ids("path", "/p"));
    assertEquals(List.of(), events.ids("path", "/p", "eventName", "x"));
    assertEquals(
        List.of("2", "1"),
        events.ids(
            "startDate", "2026-03-29", "endDate", "2026-03-29", "timezone", "Europe/Zurich"));
    assertEquals(List.of("3", "2"), events.ids("startDate", "2026-03-29"));
    assertEquals(List.of("1"), events.ids("endDate", "2026-03-29T21:59:59Z"));
    String own = events.list("eventName", "page_view").json().at("/events/0/customerId").asText();
    assertEquals(List.of("2", "1"), events.ids("customerId", own));
  }

  @ParameterizedTest
  @CsvSource({
    "take, 0, invalid_take",
    "take, 1001, invalid_take",
    "limit, x, invalid_limit",
    "startDate, yesterday, invalid_startDate",
    "timezone, Mars, invalid_timezone",
    "properties, {}, invalid_properties",
    "cursor, nonsense, invalid_cursor"
  })
  void invalidParametersAreRejected(String name, String value, String code) {
    assertFails(events.list(name, value), 422, code);
  }

  @Test
  void takeAndItsAliasLimitThePage() {
    events.store(
        List.of(
            event("a", "x", "2026-03-01T00:00:00Z", id("1")),
            event("a", "x", "2026-03-02T00:00:00Z", id("2"))));
    assertEquals(List.of("2"), events.ids("limit", "1"));
    assertEquals(List.of("2", "1"), events.ids("limit", "1", "take", "2"));
  }

  @Test
  void aCursorOfAnotherAppOrQueryIsRejected() {
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      sent.add(event("a", "x", "2026-03-01T00:00:0" + i + "Z", ""));
    }
    events.store(sent);
    String cursor = events.list("take", "1").json().path("cursor").asText();
    assertEquals(1, events.ids("take", "1", "cursor", cursor).size());
    assertFails(events.list("cursor", cursor, "eventName", "x"), 422, "invalid_cursor");
    assertFails(events.list("cursor", cursor.substring(1)), 422, "invalid_cursor");
    EventReadFixture other = new EventReadFixture(TENANTS);
    assertFails(other.list("cursor", cursor), 422, "invalid_cursor");
  }

  @Test
  void anAppSeesNoEventsOrShopsOfAnother() {
    events.store(List.of(event("a", "x", "2026-03-01T00:00:00Z", id("1"))));
    EventReadFixture other = new EventReadFixture(TENANTS);
    assertEquals(List.of(), other.ids());
    assertFails(other.list("customerId", "a.example.com"), 404, "unknown_customer");
    String own = events.list().json().at("/events/0/customerId").asText();
    EventReadFixture third = new EventReadFixture(TENANTS);
    assertFails(third.list("customerId", own), 404, "unknown_customer");
    Tenants.App sibling = TENANTS.app(events.app.workspaceId());
    assertEquals("[]", sibling.api().get("/v1/usage_events").json().path("events").toString());
  }

  @Test
  void theConsoleListsTheSameEvents() {
    events.store(
        List.of(
            event("a", "x", "2026-03-01T00:00:00Z", id("1")),
            event("b", "y", "2026-03-02T00:00:00Z", id("2"))));
    Response first = events.console("usage-events", "take", "1");
    assertEquals("2", first.json().at("/events/0/eventId").asText(), first::body);
    Response second =
        events.console("usage-events", "take", "1", "cursor", first.json().path("cursor").asText());
    assertEquals("1", second.json().at("/events/0/eventId").asText(), second::body);
    assertFails(events.console("usage-events", "take", "0"), 422, "invalid_take");
    assertFails(
        TENANTS.console().get("/console/api/apps/999999999999/usage-events"), 404, "unknown_app");
  }
}
