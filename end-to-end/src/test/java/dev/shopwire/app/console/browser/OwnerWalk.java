package dev.shopwire.app.console.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.console.sample.Sample;
import dev.shopwire.app.support.BrowserPage;
import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a new owner does, signed in: from the first app to a disputed credit. */
final class OwnerWalk {
  static final String SLUG = "report-builder";

  private final CheckedPages pages;
  private final OwnService service;
  private final String consoleUrl;
  private final String workspaceId;
  private final ShownData shown;
  private final Screenshots screenshots;

  /**
   * @param consoleUrl as the browser knows it: sessions belong to one name of the host
   */
  OwnerWalk(CheckedPages pages, OwnService service, String consoleUrl, String workspaceId) {
    this.pages = pages;
    this.service = service;
    this.consoleUrl = consoleUrl;
    this.workspaceId = workspaceId;
    this.shown = new ShownData(pages.tab());
    this.screenshots = new Screenshots(pages.tab());
  }

  private BrowserPage page() {
    return pages.page();
  }

  /** The address of a page below the workspace. */
  String url(String below) {
    return consoleUrl + "/console/w/" + workspaceId + below;
  }

  private Response get(String path) {
    Response response = service.tenants().console().get("/console/api" + path);
    assertEquals(200, response.status(), response::body);
    return response;
  }

  /** What the API has, for a user who may see everything. */
  JsonNode api(String path) {
    return get(path).json();
  }

  /** Returns once the worker knows the disabled endpoint too; until then it may still send. */
  void awaitDisabledKnown() {
    String known = "shopwire_webhook_endpoints{status=\"disabled\"}";
    Poll.until(
        Duration.ofSeconds(10),
        () -> "the worker knows that the endpoint is disabled",
        () -> Metric.value(service.process().managementUrl(), known) == 1);
  }

  static void post(Tenants.App app, String path, String body) {
    Response response = app.api().post(path, body);
    assertEquals(200, response.status(), response::body);
  }

  /** The workspace as others look at it. */
  Sample sample(String customerId) {
    return new Sample(service.tenants(), workspaceId, customerId);
  }

  /** Creates an app, and an API key for it. */
  Tenants.App appAndKey() {
    pages.open(url("/settings/apps"), "Apps");
    pages.submit("Create app", Map.of("Name", "Report Builder", "Slug", "Not a slug"), "Apps");
    assertTrue(page().text("[role=alert]").contains("problem"), page().text("main"));
    assertEquals("Report Builder", page().value("[name=name]"));
    pages.check();
    pages.submit("Create app", Map.of("Slug", SLUG), "Apps");
    pages.follow("Report Builder", "Report Builder");
    pages.submit("Create key", Map.of("Key name", "backend"), "Report Builder");
    String key = page().value("#api-key");
    assertTrue(key.startsWith("sw_live_"), key);
    pages.check();
    screenshots.forTour("tour-2-key");
    String id = pages.tab().evaluate("location.pathname.split('/').pop()").asText();
    return new Tenants.App(
        workspaceId, id, "", key, service.tenants().as(Map.of("X-Api-Key", key)));
  }

  /** List, table and chart of a day with 25 hours are those of a brute force. */
  void eventsToChart(Tenants.App app) {
    NightEvents night = new NightEvents(Instant.now());
    Response stored = night.send(app);
    assertEquals(200, stored.status(), stored::body);
    pages.open(url("/behavior/events?app=" + SLUG + "&" + night.query()), "Events");
    assertEquals(night.times(), shown.rows("Events").stream().map(row -> row.get(0)).toList());
    assertEquals("Times in " + night.zone(), page().text("footer p"));
    String report =
        "?app=%s&eventName=exported&calculation=sum&overProperty=rows&groupBy=format&interval=hourly&%s"
            .formatted(SLUG, night.query());
    pages.open(url("/behavior/report" + report), "Report");
    List<String> columns = new ArrayList<>(List.of("Date"));
    columns.addAll(night.formats());
    assertEquals(columns, shown.columns("Report data").subList(0, columns.size()));
    assertEquals(25 + 1, night.report().size());
    assertEquals(
        night.report(),
        shown.rows("Report data").stream().map(row -> row.subList(0, columns.size())).toList());
    shown.assertChart(night.lines());
    pages.check();
    screenshots.forTour("tour-3-report");
  }

  /** Makes a field of the app one that all apps share. */
  void promote(Tenants.App app) {
    post(
        app,
        "/v1/identify",
        "{\"myplatformDomain\":\"%s\",\"name\":\"Acme\",\"customFields\":{\"plan\":\"pro\"}}"
            .formatted(NightEvents.SHOP));
    pages.open(url("/settings/fields"), "Custom fields");
    pages.follow("Promote plan", "Promote plan");
    page().submit("Promote", Map.of());
    JsonNode field = api("/workspaces/" + workspaceId + "/custom-fields").at("/customFields/0");
    assertEquals("customers", field.path("scope").asText(), field::toString);
    assertNotEquals("", page().text("main .notice"));
  }

  /** The file for a dispute is that of the API. Returns the id of the customer. */
  String disputeFile(Tenants.App app) {
    pages.open(url("/affiliates"), "Affiliates");
    page().submit("New affiliate", Map.of("Name", "Jane", "Codes", "JANE10"));
    for (String code : List.of("UNKNOWN", "JANE10", "JANE10")) {
      post(
          app,
          "/v1/attribution",
          "{\"app\":\"%s\",\"myplatformDomain\":\"%s\",\"mref\":\"%s\"}"
              .formatted(SLUG, NightEvents.SHOP, code));
    }
    String customer =
        app.api()
            .get("/v1/customer?myplatformDomain=" + NightEvents.SHOP)
            .json()
            .at("/customer/id")
            .asText();
    pages.open(
        url("/customers/" + customer + "/attribution"), "Attribution of " + NightEvents.SHOP);
    assertEquals(3, shown.rows("Timeline").size());
    String file =
        pages
            .tab()
            .evaluate(
                "fetch([...document.querySelectorAll('main a')]"
                    + ".find((link) => link.textContent.trim() === 'Download CSV').href)"
                    + ".then((file) => file.text())")
            .asText();
    assertEquals(1 + 3, file.lines().count(), file);
    assertEquals(get("/customers/" + customer + "/attribution-timeline?format=csv").body(), file);
    return customer;
  }
}
