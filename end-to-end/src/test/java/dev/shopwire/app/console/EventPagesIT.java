package dev.shopwire.app.console;

import static dev.shopwire.app.console.BehaviorPagesFixture.event;
import static dev.shopwire.app.console.BehaviorPagesFixture.rows;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.PageTable;
import dev.shopwire.testing.Tenants;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

/** Tests the page of events without JavaScript: it shows what the API says. */
class EventPagesIT {
  private static final String HOSTILE = "</td><script>alert(1)</script>{{x}}";
  private static final String COLUMNS = "/timestamp /eventName /myplatformDomain /path /sessionKey";

  private final BehaviorPagesFixture events = new BehaviorPagesFixture();
  private final PageBrowser page = events.page;

  private void storeSome() {
    events.store(
        event(
            "a",
            "exported",
            "2026-03-01T10:00:00Z",
            ",\"properties\":{\"rows\":40,\"format\":\"csv\",\"n\":{\"x\":\"" + HOSTILE + "\"}}"),
        event("a", "exported", "2026-03-02T23:30:00Z", ",\"properties\":{\"rows\":\"40\"}"),
        event("b", "page_view", "2026-03-02T10:00:00Z", ",\"path\":\"/a\",\"sessionKey\":\"s 1\""),
        event("b", HOSTILE, "2026-03-03T10:00:00Z", ""));
  }

  private PageTable table() {
    return PageTable.of(page, "Events");
  }

  private List<List<String>> fromApi(String query) {
    return rows(
        events.api("usage-events?" + query).path("events"),
        (COLUMNS + " /properties").split(" ", -1));
  }

  @Test
  void theTableShowsWhatTheApiSays() {
    storeSome();
    events.open("events?timezone=Europe%2FZurich");
    PageTable table = table();
    assertEquals(
        List.of("Time", "Event", "Shop", "Path", "Session", "Properties"), table.columns());
    assertEquals(fromApi("take=50"), table.rows());
    assertTrue(page.page().select("main script").isEmpty());
    assertTrue(page.page().select("footer").text().contains("Times in Europe/Zurich"));
    Element second = page.page().select("#events tbody tr").get(1);
    assertEquals("2026-03-03 00:30:00", second.expectFirst("time").text());
    String day =
        "eventName=exported&startDate=2026-03-03&endDate=2026-03-03&timezone=Europe%2FZurich";
    events.open("events?" + day);
    assertEquals(fromApi(day), table().rows());
    assertEquals(1, table().rows().size());
    page.follow("Report on these events");
    assertEquals("exported", page.value("Event"));
    assertEquals("2026-03-03", page.value("From"));
  }

  @Test
  void shopsPathsAndSessionsLeadFurther() {
    storeSome();
    events.open("events").follow("/a");
    assertEquals(1, table().rows().size());
    page.follow("s 1");
    assertEquals("s 1", page.value("Session"));
    assertEquals("/a", page.value("Path"));
    page.submit("Apply", Map.of("Path", "", "Session", "", "Shop", "a.example.com"));
    assertEquals(fromApi("myplatformDomain=a.example.com"), table().rows());
    String shop = page.page().select("#events a[href*=/customers/cus_]").attr("href");
    String id = shop.substring(shop.lastIndexOf('/') + 1);
    events.open("events?customerId=" + id);
    assertEquals(2, table().rows().size());
    page.submit("Apply", Map.of("Shop", "nobody.example.com"));
    assertEquals(422, page.status());
    assertEquals("nobody.example.com", page.value("Shop"));
    assertEquals("#filter-customerId", page.page().select("[role=alert] a").attr("href"));
  }

  @Test
  void conditionsAreEnteredAsFieldsOrTakenFromTheApisParameter() {
    storeSome();
    events.open("events");
    Map<String, String> number =
        Map.of("Property 1", "rows", "Operator 1", "equals", "Value 1", "40");
    page.submit("Apply", number);
    assertEquals(List.of("2026-03-01T10:00:00.000Z"), table().column("Time"));
    page.submit("Apply", Map.of("Value 1", "\"40\""));
    assertEquals(List.of("2026-03-02T23:30:00.000Z"), table().column("Time"));
    page.submit("Apply", Map.of("Property 2", "format", "Operator 2", "is_not_blank"));
    assertEquals("No match", page.page().select("main section h2").text());
    page.submit("Apply", Map.of("Operator 1", "gt", "Value 1", "many"));
    assertEquals(422, page.status());
    assertEquals("#filter-value1", page.page().select("[role=alert] a").attr("href"));
    assertEquals("many", page.value("Value 1"));
    String nested = "[{\"property\":\"n.x\",\"operator\":\"contains\",\"value\":\"<script>\"}]";
    events.open("events?properties=" + PageBrowser.encode(nested));
    assertEquals("n.x", page.value("Property 1"));
    assertEquals(1, table().rows().size());
    page.open(events.pages + "events?properties=%7B");
    assertEquals(422, page.status());
    assertEquals("{", page.value("Property conditions"));
  }

  @Test
  void theOperatorsAreThoseOfTheApi() {
    storeSome();
    List<String> offered =
        events.open("events").page().select("#filter-operator1 option").eachAttr("value");
    page.open(
        events.pages
            + "events?properties="
            + PageBrowser.encode("[{\"property\":\"a\",\"operator\":\"x\"}]"));
    assertTrue(page.alert().contains("must be one of " + String.join(", ", offered)), page.alert());
  }

  @Test
  void aWalkThroughManyPagesShowsEachEventOnce() {
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      sent.add(event("a", "n" + i, "2026-03-01T10:00:%02dZ".formatted(i / 4), ""));
    }
    events.store(sent);
    events.open("events?startDate=2026-03-01");
    Set<String> names = new HashSet<>(table().column("Event"));
    assertEquals(50, names.size());
    for (int i = 0; i < 2; i++) {
      page.follow("Next page");
      names.addAll(table().column("Event"));
    }
    assertEquals(120, names.size());
    assertFalse(page.page().select("main a").eachText().contains("Next page"));
    page.follow("Export");
    assertEquals("120 rows match", page.page().select("#events-export ~ [role=status]").text());
  }

  @Test
  void largeAndLongValuesKeepThePageLight() {
    String large = "{\"a\":\"" + "x1y2".repeat(7_500) + "\"}";
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      sent.add(event("a", "e".repeat(100), "2026-03-01T10:00:00Z", ",\"properties\":" + large));
    }
    events.store(sent);
    events.open("events");
    assertEquals(20, table().rows().size());
    assertEquals(large, table().rows().get(0).get(5));
    int bytes = page.response().body().length();
    assertTrue(bytes < 150_000, "bytes before compression: " + bytes);
  }

  @Test
  void anAppWithoutEventsSaysHowToSendOne() {
    Tenants.App sibling = events.sibling();
    page.open(events.pages + "events?app=nothing&path=%2Fa&property1=p&value1=3");
    assertEquals(422, page.status());
    assertEquals("#filter-app", page.page().select("[role=alert] a").attr("href"));
    assertEquals(1 + 2, page.page().select("#filter-app option").size());
    assertEquals("nothing", page.page().select("#filter-app option[selected]").val());
    assertEquals(List.of("/a", "p"), List.of(page.value("Path"), page.value("Property 1")));
    for (String name : List.of("events", "report", "web", "funnels", "retention")) {
      events.open(name);
      assertEquals("Nothing here yet", page.page().select("main section h2").text(), name);
      assertEquals("Try it with curl", page.page().select("figcaption").text(), name);
    }
    String command = page.page().expectFirst("figure pre").text();
    assertTrue(command.contains("$KEY"), command);
    String body = command.substring(command.indexOf("{\""), command.indexOf("}'") + 1);
    assertEquals(200, sibling.api().post("/v1/usage_events", body).status());
    events.open("events");
    assertTrue(page.page().select("#events").isEmpty());
    String slug = page.page().select("#filter-app option").eachAttr("value").get(1);
    page.submit("Apply", Map.of("App", slug));
    assertEquals(List.of("page_view"), table().column("Event"));
  }
}
