package dev.shopwire.app.console;

import static dev.shopwire.app.console.BehaviorPagesFixture.event;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.PageTable;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the pages of reports and saved metrics without JavaScript: they show what the API says. */
class ReportPagesIT {
  private static final String NEW_YORK = "&timezone=America%2FNew_York";

  private final BehaviorPagesFixture events = new BehaviorPagesFixture();
  private final PageBrowser page = events.page;

  private static String exported(String shop, String at, String format, int rows) {
    return event(
        shop,
        "exported",
        at,
        ",\"properties\":{\"format\":\"%s\",\"rows\":%d}".formatted(format, rows));
  }

  /** Over the night in which New York's clocks go back. */
  private void storeSome() {
    events.store(
        exported("a", "2026-10-31T20:00:00Z", "csv", 100),
        exported("a", "2026-11-01T05:30:00Z", "csv", 7),
        exported("b", "2026-11-01T06:30:00Z", "pdf", 30),
        exported("b", "2026-11-02T04:59:59Z", "=1+1", 5),
        event("b", "other", "2026-11-01T12:00:00Z", ""));
  }

  private PageTable data() {
    return PageTable.of(page, "Report data");
  }

  /** The lines of the API's file, whose values here need no quotes. */
  private static List<List<String>> lines(Response csv) {
    return csv.body().lines().map(line -> List.of(line.split(",", -1))).toList();
  }

  private void assertShowsTheFile(String query) {
    events.open("report?" + query);
    String href =
        page.page().select("main a").stream()
            .filter(link -> link.text().equals("Download CSV"))
            .findFirst()
            .orElseThrow()
            .attr("href");
    PageTable table = data();
    Response csv = page.send("GET", href, Map.of(), "");
    assertEquals(200, csv.status(), csv::body);
    assertEquals(
        lines(csv).stream()
            .map(line -> line.stream().map(cell -> cell.replace("'=", "=")).toList())
            .toList(),
        Stream.concat(Stream.of(table.columns()), table.rows().stream()).toList());
  }

  @Test
  void everyCalculationIsShownAsTheFileHasIt() {
    storeSome();
    List<String> calculations =
        events.open("report").page().select("#filter-calculation option").eachAttr("value");
    assertEquals(10, calculations.size());
    for (String calculation : calculations) {
      assertShowsTheFile(
          "calculation="
              + calculation
              + "&overProperty=rows&eventName=exported&interval=daily"
              + "&startDate=2026-10-31&endDate=2026-11-02"
              + NEW_YORK);
    }
    assertShowsTheFile("groupBy=format&limit=2&startDate=2026-10-31&endDate=2026-11-01" + NEW_YORK);
    assertEquals("rest", data(NEW_YORK).columns().get(3));
  }

  private PageTable data(String zone) {
    events.open("report?groupBy=format&limit=2&startDate=2026-10-31&endDate=2026-11-01" + zone);
    return data();
  }

  @Test
  void theNightWithTwentyFiveHoursHasThemAll() {
    storeSome();
    String query =
        "calculation=sum&overProperty=rows&interval=hourly"
            + "&startDate=2026-11-01&endDate=2026-11-01"
            + NEW_YORK;
    events.open("report?" + query);
    JsonNode report = events.api("usage-events/report?" + query).path("report");
    List<List<String>> expected =
        new ArrayList<>(BehaviorPagesFixture.rows(report.path("data"), "/date", "/value"));
    expected.add(List.of("Total", report.path("value").asText()));
    assertEquals(26, expected.size());
    assertEquals(expected, data().rows());
    assertEquals(List.of("Date", "Value"), data().columns());
    assertTrue(
        page.page().select("svg[role=img]").attr("aria-label").startsWith("Chart: sum of rows"));
    assertTrue(page.page().select("footer").text().contains("Times in America/New_York"));
  }

  @Test
  void theBuildersFieldsMakeTheReport() {
    storeSome();
    events.open("report?startDate=2026-10-31&endDate=2026-11-01" + NEW_YORK);
    Map<String, String> fields =
        Map.of(
            "Event", "exported",
            "Calculation", "max",
            "Property", "rows",
            "Group by", "format",
            "Interval", "monthly",
            "Compare", "previous");
    page.submit("Apply", fields);
    assertEquals("Previous", data().columns().get(data().columns().size() - 1));
    assertEquals(List.of("2026-10-01", "2026-11-01", "Total"), data().column("Date"));
    assertEquals(List.of("100", "7", "100"), data().column("csv"));
    page.submit("Apply", Map.of("Property", ""));
    assertEquals(422, page.status());
    assertEquals("max", page.page().select("#filter-calculation option[selected]").val());
    assertEquals("#filter-overProperty", page.page().select("[role=alert] a").attr("href"));
    page.submit("Apply", Map.of("Property", "rows", "Time zone", "Mars/Olympus"));
    assertEquals(422, page.status());
    assertEquals("Mars/Olympus", page.value("Time zone"));
  }

  @Test
  void aReportWithTooManyValuesIsOnlyAFile() {
    storeSome();
    events.open("report?interval=hourly&startDate=2026-06-01&endDate=2026-11-30");
    assertEquals("Too many values for a page", page.page().select("main section h2").text());
    assertTrue(page.page().select("main a").eachText().contains("Download CSV"));
  }

  @Test
  void metricsAreSavedReportedAndDeletedInASecondStep() {
    storeSome();
    events.open("metrics");
    assertTrue(page.page().select("main").text().contains("Nothing here yet"));
    page.submit("New metric", Map.of("Name", "<b>Rows</b>", "Calculation", "sum"));
    assertEquals(422, page.status());
    assertEquals("<b>Rows</b>", page.value("Name"));
    page.submit("New metric", Map.of("Event", "exported", "Property", "rows"));
    assertEquals("The metric was saved.", page.page().select("main .notice").text());
    assertEquals(
        List.of(List.of("<b>Rows</b>", "exported", "sum", "rows")),
        PageTable.of(page, "Metrics").first(4));
    page.follow("<b>Rows</b>");
    assertEquals("Report", page.heading());
    assertEquals("rows", page.value("Property"));
    events.open("metrics").inRow("Rows", "Delete");
    assertTrue(page.page().select("main").text().contains("<b>Rows</b>"));
    page.follow("Cancel").inRow("Rows", "Delete").submit("Delete", Map.of());
    assertEquals("The metric was deleted.", page.page().select("main .notice").text());
    assertEquals(0, events.api("usage-metrics").path("metrics").size());
  }

  @Test
  void analystsSeeMetricsButChangeNone() {
    storeSome();
    events.open("metrics").submit("New metric", Map.of("Name", "Rows", "Event", "exported"));
    PageBrowser analyst = events.signedIn("analyst").open(events.pages + "metrics");
    assertEquals(List.of("Rows"), PageTable.of(analyst, "Metrics").column("Name"));
    assertFalse(analyst.hasButton("New metric") || analyst.hasButton("Delete"));
    String id = events.api("usage-metrics").at("/metrics/0/id").asText();
    String csrf = "&csrf=" + PageBrowser.encode(analyst.csrf());
    String form = "form=delete&id=" + id + "&app=" + events.slug() + csrf;
    assertEquals(403, analyst.send("POST", events.pages + "metrics", Map.of(), form).status());
    assertEquals(403, analyst.open(events.pages + "metrics?step=delete&id=" + id).status());
    assertEquals(1, events.api("usage-metrics").path("metrics").size());
  }

  @Test
  void aMetricOfAnotherWorkspaceDoesNotExistHere() {
    Tenants.App other = events.otherWorkspace();
    storeSome();
    events.open("metrics").submit("New metric", Map.of("Name", "Rows", "Event", "exported"));
    String id = events.api("usage-metrics").at("/metrics/0/id").asText();
    BehaviorPagesFixture foreign = new BehaviorPagesFixture();
    foreign.page.open(foreign.pages + "metrics?step=delete&id=" + id);
    assertEquals(404, foreign.page.status());
    foreign.open("metrics");
    String form =
        "form=delete&id=%s&app=%s&csrf=%s"
            .formatted(id, foreign.slug(), PageBrowser.encode(foreign.page.csrf()));
    assertEquals(
        404, foreign.page.send("POST", foreign.pages + "metrics", Map.of(), form).status());
    String elsewhere = "/console/w/" + other.workspaceId() + "/behavior/metrics";
    assertEquals(404, page.open(elsewhere).status());
    assertEquals(1, events.api("usage-metrics").path("metrics").size());
  }
}
