package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.List;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

/** Tests the page of a workspace's overview, without JavaScript, against the API's JSON. */
class OverviewPageIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final List<String> FIGURES =
      List.of("activeShops", "events", "pageViews", "sessions", "attributions");

  private final Tenants.App app = SERVICE.tenants().app();
  private final String path = "/console/w/" + app.workspaceId();
  private final PageBrowser page =
      new PageBrowser(SERVICE.consoleUrl())
          .signedIn(new ConsoleUsers(SERVICE.sql()).add(app.workspaceId(), "analyst"));

  private JsonNode overview(String query) {
    return SERVICE
        .tenants()
        .console()
        .get("/console/api/workspaces/" + app.workspaceId() + "/overview" + query)
        .json()
        .path("overview");
  }

  @Test
  void theFirstEventIsSentByTheCommandOfTheEmptyPage() {
    assertEquals(path, page.open("/console").path());
    assertEquals("Overview", page.heading());
    assertEquals("Nothing here yet", page.page().select("section.region h2").text());
    String command = page.page().expectFirst("section.region pre").text();
    assertTrue(command.contains("/v1/usage_events"), command);
    String body = command.replaceAll("(?s).* -d '(.*?)'.*", "$1");
    assertEquals(200, app.api().post("/v1/usage_events", body).status(), body);
    Poll.until(
        Duration.ofSeconds(20),
        () -> "the event is counted",
        () ->
            page.open(path)
                .page()
                .select("#figure-events ~ .number data")
                .attr("value")
                .equals("1"));
    assertShows("?timezone=UTC");
    assertShows("?timezone=Asia%2FTokyo&startDate=2026-10-20&endDate=2026-11-30");
  }

  private void assertShows(String query) {
    page.open(path + query);
    JsonNode overview = overview(query);
    for (String name : FIGURES) {
      Element figure = page.page().expectFirst("figure[aria-labelledby=figure-" + name + "]");
      assertEquals(
          overview.at("/figures/" + name + "/value").asText(),
          figure.expectFirst("data").attr("value"));
      assertEquals(
          "Chart: ", figure.expectFirst("svg[role=img]").attr("aria-label").substring(0, 7));
    }
    JsonNode days = overview.at("/figures/events/data");
    List<Element> rows = page.page().select("#days tbody tr");
    assertEquals(days.size(), rows.size());
    for (int i = 0; i < rows.size(); i++) {
      assertEquals(days.get(i).path("date").asText(), rows.get(i).select("time").attr("datetime"));
      for (int j = 0; j < FIGURES.size(); j++) {
        assertEquals(
            overview.at("/figures/%s/data/%d/value".formatted(FIGURES.get(j), i)).asText(""),
            rows.get(i).select("data").get(j).attr("value"));
      }
    }
    assertEquals(overview.path("startDate").asText(), page.value("From"));
    assertEquals(
        "Times in " + overview.path("timezone").asText(),
        page.page().expectFirst("footer p").text());
  }

  @Test
  void invalidDaysAreShownAgainWithTheirFault() {
    page.open(path + "?startDate=soon&endDate=2026-11-30");
    assertEquals(422, page.status());
    assertEquals("soon", page.value("From"));
    assertEquals("#filter-startDate", page.page().select("[role=alert] a").attr("href"));
  }
}
