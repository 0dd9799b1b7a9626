package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the pages about customers, without JavaScript, against the API's JSON. */
class CustomerPagesIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final ConsoleUsers USERS = new ConsoleUsers(SERVICE.sql());
  private static final AttributionFixture APP = AttributionFixture.inNewWorkspace();
  private static final String PAGES = "/console/w/" + APP.app().workspaceId() + "/customers";
  private static final String HOSTILE = "<script>alert(1)</script>\"'=" + "n".repeat(226);

  /** More than one page. */
  private static final int SHOPS = 52;

  private final PageBrowser admin = browser("admin", APP.app().workspaceId());

  private static PageBrowser browser(String role, String workspaceId) {
    return new PageBrowser(SERVICE.consoleUrl()).signedIn(USERS.add(workspaceId, role));
  }

  private static String shop(int number) {
    return "shop-" + number + ".platform.example";
  }

  @BeforeAll
  static void identifyShops() {
    for (int i = 0; i < SHOPS; i++) {
      ObjectNode shop = Json.MAPPER.createObjectNode();
      shop.put("myplatformDomain", shop(i)).put("name", i == 0 ? HOSTILE : "Shop " + i);
      ObjectNode fields = shop.putObject("customFields");
      fields.put("plan", i % 2 == 0 ? "pro" : "free").put("seats", i);
      if (i == 0) {
        fields.putObject("setup").put("steps", "s".repeat(15_000));
      }
      Response stored = APP.app().api().post("/v1/identify", shop.toString());
      assertEquals(200, stored.status(), stored::body);
    }
  }

  /** What the API returns with the parameters of the page's address. */
  private static JsonNode api(String path, PageBrowser page) {
    int query = page.path().indexOf('?');
    Response response = APP.console().get(path + (query < 0 ? "" : page.path().substring(query)));
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  private static List<Element> rows(PageBrowser page, String id) {
    return page.page().select("table#" + id + " tbody tr");
  }

  private static List<String> times(Element row) {
    return row.select("time").eachAttr("datetime");
  }

  private static void assertShowsCustomers(PageBrowser page, JsonNode customers) {
    List<Element> rows = rows(page, "customers");
    assertEquals(customers.size(), rows.size());
    for (int i = 0; i < rows.size(); i++) {
      JsonNode customer = customers.get(i);
      assertEquals(
          PAGES + "/" + customer.path("id").asText(), rows.get(i).select("a").attr("href"));
      assertEquals(customer.path("name").asText(), rows.get(i).select("td").get(1).text());
      assertEquals(
          List.of(customer.path("firstSeenAt").asText(), customer.path("lastSeenAt").asText()),
          times(rows.get(i)));
    }
  }

  @Test
  void conditionsOrderAndColumnsShowWhatTheApiLists() {
    admin.open(PAGES);
    admin.submit(
        "Apply",
        Map.of(
            "Field 1", "cf:plan",
            "Operator 1", "in",
            "Value 1", "pro, trial",
            "Field 2", "cf:seats",
            "Operator 2", "gte",
            "Value 2", "10",
            "Sort", "-cf:" + APP.slug() + "/seats",
            "Columns", "cf:plan,cf:seats",
            "Time zone", "Asia/Tokyo"));
    assertEquals(200, admin.status(), admin::alert);
    assertTrue(admin.path().contains("filter=%5B"), admin.path());
    assertFalse(admin.path().contains("field1"), admin.path());
    JsonNode customers = api(APP.workspace("/customers"), admin).path("customers");
    assertEquals(21, customers.size());
    assertShowsCustomers(admin, customers);
    assertEquals(
        List.of("Shop", "Name", "Email", "First seen", "Last seen", "cf:plan", "cf:seats"),
        admin.page().select("#customers th").eachText());
    assertEquals(
        "50", rows(admin, "customers").get(0).expectFirst("td:last-child data").attr("value"));
    assertEquals("pro, trial", admin.value("Value 1"));
    assertEquals("Times in Asia/Tokyo", admin.page().expectFirst("footer p").text());
    admin.submit("Apply", Map.of("Value 2", "many"));
    assertEquals(422, admin.status());
    assertEquals("#filter-value2", admin.page().select("[role=alert] a").attr("href"));
    assertEquals("many", admin.value("Value 2"));
    admin.submit("Apply", Map.of("Value 2", "51"));
    assertEquals("No match", admin.page().select("section.region h2").text());
    assertEquals(50, admin.follow("Clear filters").rows("Customers").size());
    admin.open(PAGES + "?filter=nonsense");
    assertEquals(422, admin.status());
    assertEquals("nonsense", admin.value("Conditions"));
  }

  @Test
  void allPagesTogetherAreTheCompleteListAndItsExport() {
    List<String> shown = new ArrayList<>();
    admin.open(PAGES + "?search=shop-&sort=myplatformDomain");
    shown.addAll(admin.page().select("#customers tbody a").eachText());
    admin.follow("Next page");
    shown.addAll(admin.page().select("#customers tbody a").eachText());
    assertEquals(SHOPS, shown.size());
    assertEquals(shown.stream().sorted().distinct().toList(), shown);
    admin.open(PAGES + "?search=shop-1").follow("Export");
    assertEquals("11 rows match", admin.page().select("[role=status]").text());
    String file = admin.page().select("a:containsOwn(Download CSV)").attr("href");
    assertEquals(12, admin.send("GET", file, Map.of(), "").body().lines().count());
  }

  @Test
  void aWorkspaceWithoutCustomersSaysWhatToDo() {
    Tenants.App empty = SERVICE.tenants().app();
    PageBrowser analyst = browser("analyst", empty.workspaceId());
    analyst.open("/console/w/" + empty.workspaceId() + "/customers");
    assertEquals("Nothing here yet", analyst.page().select("section.region h2").text());
    String command = analyst.page().expectFirst("section.region pre").text();
    assertTrue(command.contains("/v1/identify"), command);
    String body = command.replaceAll("(?s).* -d '(.*?)'.*", "$1");
    assertEquals(200, empty.api().post("/v1/identify", body).status(), body);
    analyst.open("/console/w/" + empty.workspaceId() + "/customers");
    assertEquals(1, analyst.rows("Customers").size());
  }

  @Test
  void aCustomerHasItsFieldsAndItsTextIsNeverRun() {
    String id = APP.customerId(shop(0));
    admin.open(PAGES + "/" + id);
    assertEquals(shop(0), admin.heading());
    assertFalse(admin.response().body().contains("<script>alert"));
    assertEquals(HOSTILE, admin.page().select("dd").get(1).text());
    JsonNode fields =
        APP.console().get("/console/api/customers/" + id).json().at("/customer/customFields");
    List<List<String>> rows = admin.rows("Custom fields");
    assertEquals(fields.size(), rows.size());
    for (int i = 0; i < rows.size(); i++) {
      JsonNode value = fields.get(i).path("value");
      assertEquals(
          List.of(
              fields.get(i).path("name").asText(),
              value.isContainerNode() ? value.toString() : value.asText(),
              fields.get(i).path("type").asText(),
              fields.get(i).path("scope").asText(),
              APP.slug(),
              "no"),
          rows.get(i));
    }
    assertEquals(404, admin.open(PAGES + "/cus_5be193d041ab3cd2").status());
  }

  @Test
  void adminsChangeContactsAndAnalystsDoNot() {
    String page = PAGES + "/" + APP.customerId(shop(1));
    admin.open(page).submit("Add contact", Map.of("First name", "x".repeat(1_001)));
    assertEquals(422, admin.status());
    assertEquals("#add-contact-firstName", admin.page().select("[role=alert] a").attr("href"));
    admin.submit("Add contact", Map.of("First name", "Ada", "Email", "ada@example.com"));
    assertEquals(200, admin.status(), admin::alert);
    assertEquals(List.of("Ada", "ada@example.com"), admin.rows("Contacts").get(0).subList(0, 2));
    String edit = admin.page().expectFirst("#contacts input[name=contactId]").val();
    admin.inRow("Ada", "Edit");
    assertEquals(shop(1), admin.heading());
    admin.submit("Save contact", Map.of("Last name", "Berg", "Account owner", "true"));
    assertEquals("Ada Berg", admin.rows("Contacts").get(0).get(0));
    assertEquals("owner", admin.rows("Contacts").get(0).get(2));
    String ofAnother = PAGES + "/" + APP.customerId(shop(2)) + "?step=remove-contact&contactId=";
    assertEquals(404, admin.open(ofAnother + edit).status());
    PageBrowser analyst = browser("analyst", APP.app().workspaceId());
    analyst.open(page);
    assertFalse(analyst.hasButton("Add contact") || analyst.hasButton("Edit"));
    String form = "form=add-contact&firstName=Eve&csrf=" + PageBrowser.encode(analyst.csrf());
    assertEquals(403, analyst.send("POST", page, Map.of(), form).status());
    assertEquals(403, analyst.open(page + "?step=edit-contact&contactId=" + edit).status());
    admin.open(page).inRow("Ada", "Remove").submit("Remove", Map.of());
    assertTrue(admin.rows("Contacts").isEmpty());
  }

  @Test
  void theActivityIsTheTimelineOfTheApi() {
    String id = APP.customerId(shop(3));
    for (int i = 0; i < 3; i++) {
      String event =
          "{\"eventName\":\"%s\",\"customerId\":\"%s\",\"eventId\":\"e%d\",\"path\":\"/a\",\"properties\":{\"n\":%d}}"
              .formatted(i == 2 ? "page_view" : "opened", shop(3), i, i);
      assertEquals(200, APP.app().api().post("/v1/usage_events", event).status());
    }
    for (String query : List.of("", "?types=usage_event&app=" + APP.slug(), "?types=page_view")) {
      admin.open(PAGES + "/" + id + query);
      JsonNode entries = api("/console/api/customers/" + id + "/timeline", admin).path("timeline");
      List<Element> rows = rows(admin, "activity");
      assertFalse(rows.isEmpty());
      assertEquals(entries.size(), rows.size());
      for (int i = 0; i < rows.size(); i++) {
        assertEquals(List.of(entries.get(i).path("at").asText()), times(rows.get(i)));
        assertEquals(entries.get(i).path("type").asText(), rows.get(i).select("td").get(1).text());
        assertEquals(entries.get(i).path("title").asText(), rows.get(i).select("td").get(3).text());
      }
    }
    admin.open(PAGES + "/" + id + "?types=usage_event,nothing");
    assertEquals(422, admin.status());
    assertEquals(
        "usage_event,nothing", admin.page().select("#filter-types option[selected]").attr("value"));
    admin.open(PAGES + "/" + id + "?types=usage_event&export=1");
    assertEquals("2 rows match", admin.page().select("main [role=status]").text());
  }

  @Test
  void theAttributionIsShownTakenHomeAndCorrectedInASecondStep() {
    APP.affiliate("Jane <b>", "JANE10");
    APP.sendCode(shop(4), "unknown");
    APP.sendCode(shop(4), "JANE10");
    String id = APP.customerId(shop(4));
    String path = PAGES + "/" + id + "/attribution";
    assertEquals(
        path, admin.open(PAGES + "/" + id).page().select("dd a").attr("href"), admin::heading);
    assertEquals("Jane <b> (JANE10)", admin.page().select("dd a").text());
    assertEquals(path, admin.follow("Attribution").path());
    assertEquals("Attribution of " + shop(4), admin.heading());
    assertShowsAttribution(id);
    admin.submit("Correct credit", Map.of("App", APP.slug(), "Reason", " "));
    assertEquals(422, admin.status());
    assertEquals("#correction-reason", admin.page().select("[role=alert] a").attr("href"));
    admin.submit("Correct credit", Map.of("Reason", "Jane works there."));
    String question = admin.page().select("#confirmation").text();
    assertTrue(question.contains(shop(4)) && question.contains(APP.slug()), question);
    assertEquals("Jane <b>/JANE10/api", APP.credit(shop(4)));
    admin.submit("Correct credit", Map.of());
    assertEquals(path + "?done=corrected", admin.path());
    assertEquals("none", APP.credit(shop(4)));
    assertEquals(1, USERS.audited("attribution.corrected", "customer", id));
    assertShowsAttribution(id);
    PageBrowser analyst = browser("analyst", APP.app().workspaceId()).open(path);
    assertFalse(analyst.hasButton("Correct credit"));
    admin.open(PAGES + "/" + APP.customerId(shop(5)) + "/attribution");
    assertEquals("Nothing here yet", admin.page().select("section.region h2").text());
  }

  private static String text(JsonNode value) {
    return value.isTextual() ? value.asText() : "–";
  }

  private void assertShowsAttribution(String customerId) {
    String path = "/console/api/customers/" + customerId + "/attribution-timeline";
    JsonNode entries = APP.console().get(path).json().path("timeline");
    List<Element> rows = rows(admin, "timeline");
    assertEquals(entries.size(), rows.size());
    for (int i = 0; i < rows.size(); i++) {
      JsonNode entry = entries.get(i);
      List<String> cells = rows.get(i).select("td").eachText();
      assertEquals(entry.path("at").asText(), times(rows.get(i)).get(0));
      assertEquals(entry.path("outcome").asText(), cells.get(4));
      assertEquals(text(entry.path("reason")), cells.get(5));
      assertEquals(text(entry.at("/winner/name")), cells.get(7));
    }
    String file = admin.page().select("a:containsOwn(Download CSV)").attr("href");
    PageBrowser same = browser("analyst", APP.app().workspaceId());
    assertEquals(entries.size() + 1L, same.send("GET", file, Map.of(), "").body().lines().count());
  }
}
