package dev.shopwire.app.console;

import static dev.shopwire.app.console.BehaviorPagesFixture.event;
import static dev.shopwire.app.console.BehaviorPagesFixture.pageView;
import static dev.shopwire.app.console.BehaviorPagesFixture.rows;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.PageTable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the pages about visits, funnels and retention: they show what the API says. */
class VisitPagesIT {
  private static final String MARCH =
      "startDate=2026-03-01&endDate=2026-03-31&timezone=Europe%2FZurich";

  private final BehaviorPagesFixture events = new BehaviorPagesFixture();
  private final PageBrowser page = events.page;

  private void storeSome() {
    events.store(
        pageView("a", "2026-03-02T10:00:00Z", "/"),
        pageView("a", "2026-03-02T10:05:00Z", "/<b>reports</b>"),
        pageView("b", "2026-03-03T23:30:00Z", "/"),
        event("b", "page_view", "2026-03-10T10:00:00Z", ",\"path\":\"/x\",\"sessionKey\":\"k1\""),
        event("a", "created", "2026-03-02T11:00:00Z", ",\"properties\":{\"plan\":\"pro\"}"),
        event("c", "created", "2026-03-11T11:00:00Z", ""),
        event("a", "ex,ported", "2026-03-12T11:00:00Z", ""));
  }

  @Test
  void visitsSessionsAndPagesAreThoseOfTheApi() {
    storeSome();
    events.open("web?" + MARCH);
    JsonNode summary = events.api("sessions/summary?interval=daily&" + MARCH).path("summary");
    assertEquals(
        rows(
            summary.path("data"),
            "/date",
            "/count",
            "/pagesPerSession",
            "/bounceRate",
            "/meanSeconds",
            "/medianSeconds"),
        PageTable.of(page, "Visits by day").rows());
    assertEquals("Date", PageTable.of(page, "Visits by day").columns().get(0));
    assertEquals(
        summary.path("count").asText(),
        page.page().select("figure[aria-labelledby=figure-count] data").attr("value"));
    assertEquals(1, page.page().select("svg[role=img][aria-label^=Chart:]").size());
    page.follow("Pages viewed");
    assertEquals("2026-03-01", page.value("From"));
    assertEquals(
        rows(
            events.api("page-views?" + MARCH).path("pages"),
            "/path",
            "/views",
            "/uniqueShops",
            "/entries",
            "/exits"),
        PageTable.of(page, "Pages").rows());
    page.follow("/<b>reports</b>");
    assertEquals(1, PageTable.of(page, "Events").rows().size());
    events.open("sessions?" + MARCH);
    assertEquals(
        rows(
            events.api("sessions?" + MARCH).path("sessions"),
            "/startedAt",
            "/endedAt",
            "/myplatformDomain",
            "/pageViews",
            "/entryPath",
            "/exitPath",
            "/sessionKey"),
        PageTable.of(page, "Sessions").first(7));
  }

  @Test
  void aSessionLeadsToItsPageViews() {
    storeSome();
    events.open("sessions?" + MARCH).submit("Apply", Map.of("Shop", "a.example.com"));
    assertEquals(1, PageTable.of(page, "Sessions").rows().size());
    page.follow("Events from 2026-03-02 11:00:00");
    assertEquals(List.of("/<b>reports</b>", "/"), PageTable.of(page, "Events").column("Path"));
    events.open("sessions?" + MARCH).follow("Events from 2026-03-10 11:00:00");
    assertEquals("k1", page.value("Session"));
    assertEquals(1, PageTable.of(page, "Events").rows().size());
    events.open("sessions");
    assertTrue(page.page().select("main").text().contains("Nothing here yet"));
    page.submit("Apply", Map.of("From", "soon"));
    assertEquals(422, page.status());
    assertEquals("soon", page.value("From"));
  }

  @Test
  void aFunnelIsEnteredStepByStepAndShowsWhoDroppedOut() {
    storeSome();
    events.open("funnels?" + MARCH);
    assertTrue(page.page().select("#steps").isEmpty());
    page.submit("Apply", Map.of("Steps", "page_view"));
    assertEquals(422, page.status());
    assertEquals("#filter-steps-0", page.page().select("[role=alert] a").attr("href"));
    page.submit("Apply", Map.of("Step 2", "created", "Window", "30d"));
    assertEquals(200, page.status());
    String query = "steps=page_view,created&window=30d&" + MARCH;
    JsonNode funnel = events.api("funnels?" + query);
    PageTable steps = PageTable.of(page, "Steps");
    assertEquals(
        rows(
            funnel.path("steps"),
            "/eventName",
            "/customers",
            "/conversion",
            "/overallConversion",
            "/medianSeconds"),
        steps.rows().stream().map(row -> row.subList(1, 6)).toList());
    assertEquals(List.of("", "1"), steps.column("Dropped out"));
    page.follow("Shops at step 2");
    assertTrue(page.path().contains("step=2"), page.path());
    assertEquals(
        rows(
            events.api("funnels/dropouts?step=2&" + query).path("shops"),
            "/myplatformDomain",
            "/reachedAt"),
        PageTable.of(page, "Shops that dropped out").rows());
    page.submit("Apply", Map.of("Step 3", "ex,ported"));
    assertEquals(List.of("2", "1", "1"), PageTable.of(page, "Steps").column("Shops"));
    page.follow("Shops at step 3");
    assertTrue(page.page().select("main").text().contains("No shop dropped out at step 3."));
  }

  @Test
  void aFunnelOfTheApisAddressIsShownWithItsBreakdown() {
    storeSome();
    events.open("funnels?steps=created,page_view&order=any&breakdown=plan&" + MARCH);
    assertEquals("created", page.value("Steps"));
    assertEquals("page_view", page.value("Step 2"));
    assertEquals("any", page.page().select("#filter-order option[selected]").val());
    PageTable breakdown = PageTable.of(page, "Breakdown");
    assertEquals(List.of("Value", "Step 1", "Step 2", "Overall conversion"), breakdown.columns());
    assertEquals("rest", breakdown.rows().get(breakdown.rows().size() - 1).get(0));
    page.open(events.pages + "funnels?steps=created,page_view&step=9&" + MARCH);
    assertEquals(422, page.status());
    assertFalse(page.alert().isEmpty());
  }

  @Test
  void retentionHasARowForEachCohort() {
    storeSome();
    events.open("retention?eventName=page_view&" + MARCH);
    JsonNode cohorts = events.api("retention?eventName=page_view&" + MARCH).path("cohorts");
    PageTable table = PageTable.of(page, "Cohorts");
    assertEquals(List.of("Week", "Shops", "Week 0"), table.columns().subList(0, 3));
    assertEquals(rows(cohorts, "/week", "/customers"), table.first(2));
    for (int i = 0; i < cohorts.size(); i++) {
      List<String> retained = table.rows().get(i).subList(2, table.columns().size());
      for (int week = 0; week < retained.size(); week++) {
        assertEquals(cohorts.get(i).path("retained").path(week).asText(""), retained.get(week));
      }
    }
  }
}
