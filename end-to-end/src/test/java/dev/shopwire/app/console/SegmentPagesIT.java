package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Element;

/** Compares the pages of segments with the API, without JavaScript. */
class SegmentPagesIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final ConsoleUsers USERS = new ConsoleUsers(SERVICE.sql());
  private static final String HOSTILE = "<script>alert(1)</script>\"'><img src=x>";

  /** No id and no time contains these digits. */
  private static final int SECRET = 918_273_645;

  private static final Duration TIME = Duration.ofSeconds(30);

  private final Tenants.App app = SERVICE.tenants().app();
  private final String workspace = "/workspaces/" + app.workspaceId();
  private final String pages = "/console/w/" + app.workspaceId();
  private final String segments = pages + "/segments";
  private final PageBrowser page = signedIn("admin");

  private PageBrowser signedIn(String role) {
    return new PageBrowser(SERVICE.consoleUrl()).signedIn(USERS.add(app.workspaceId(), role));
  }

  private static JsonNode api(String path) {
    Response response = SERVICE.tenants().console().get("/console/api" + path);
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  private Response post(String path, Map<String, ?> body) {
    return SERVICE
        .tenants()
        .console()
        .post("/console/api" + workspace + path, Json.MAPPER.valueToTree(body).toString());
  }

  private String saved(Map<String, ?> segment) {
    Response response = post("/segments", segment);
    assertEquals(200, response.status(), response::body);
    return response.json().at("/segment/id").asText();
  }

  private String saved(String name, String text) {
    return saved(Map.of("name", name, "text", text));
  }

  /** The id of a customer with custom fields. */
  private String push(String shop, Map<String, ?> fields) {
    ObjectNode body = Json.MAPPER.createObjectNode().put("myplatformDomain", shop);
    body.set("customFields", Json.MAPPER.valueToTree(fields));
    assertEquals(200, app.api().post("/v1/identify", body.toString()).status());
    return app.api().get("/v1/customer?customerId=" + shop).json().at("/customer/id").asText();
  }

  private String notice() {
    return page.page().select("main .notice").text();
  }

  private String checked() {
    return page.page().select("#preview-status").text();
  }

  /** What stands beside a name. */
  private static String definition(PageBrowser shown, String name) {
    return shown.page().select("dt").stream()
        .filter(each -> each.text().equals(name))
        .map(Element::nextElementSibling)
        .map(value -> value == null ? "" : value.wholeText().strip())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name + " on " + shown.page()));
  }

  @ConcurrentTest
  void aSegmentIsCheckedSavedChangedAndDeleted() {
    push("a.example.com", Map.of("plan", "pro"));
    push("b.example.com", Map.of("plan", "free"));
    page.open(segments);
    assertEquals("Nothing here yet", page.page().select("section.region h2").text());
    assertTrue(page.page().select("figure pre").text().contains(workspace + "/segments"));
    page.follow("New segment").submit("Check", Map.of("Condition", "cf:plan = pro"));
    assertEquals(200, page.status(), page::alert);
    assertEquals("1 customer matches.", checked());
    assertEquals("a.example.com", page.rows("Sample").get(0).get(0));
    assertEquals("cf:plan = \"pro\"", definition(page, "Condition"));
    assertEquals("cf:plan = pro", page.value("Condition"));
    assertTrue(api(workspace + "/segments").path("segments").isEmpty());
    page.submit("Save segment", Map.of("Name", HOSTILE, "Description", "Who pays."));
    assertEquals(200, page.status(), page::alert);
    assertEquals("The segment was saved.", notice());
    assertEquals(HOSTILE, page.heading());
    JsonNode segment = api(workspace + "/segments").at("/segments/0");
    assertEquals(segment.path("text").asText(), definition(page, "Condition"));
    assertEquals(List.of("a.example.com", "–", "–", "–"), page.rows("Members").get(0));
    page.submit("Edit", Map.of());
    assertEquals(segment.path("text").asText(), page.value("Condition"));
    page.submit("Save segment", Map.of("Name", "Free", "Condition", "cf:plan = \"free\""));
    assertEquals("The segment was changed.", notice());
    String id = segment.path("id").asText();
    JsonNode changed = api("/segments/" + id).path("segment");
    assertEquals("Free", changed.path("name").asText());
    assertEquals("Who pays.", changed.path("description").asText());
    assertEquals("b.example.com", page.rows("Members").get(0).get(0));
    page.submit("Delete", Map.of());
    assertTrue(page.page().select("#confirmation").text().contains("Free"));
    page.follow("Cancel").submit("Delete", Map.of()).submit("Delete", Map.of());
    assertEquals("The segment was deleted.", notice());
    assertEquals(404, page.open(segments + "/" + id).status());
  }

  @ConcurrentTest
  void aFaultIsMarkedInTheTextAndNothingIsLost() {
    push("a.example.com", Map.of("plan", "pro", "seats", 3));
    String text = "cf:plan = \"😀\" AND\ncf:seats gte \"many\" AND cf:<nothing> = 1";
    JsonNode error = post("/segments/check", Map.of("text", text)).json().at("/errors/0");
    int[] codePoints = text.codePoints().toArray();
    String wrong =
        new String(codePoints, error.path("position").asInt(), error.path("length").asInt());
    Map<String, String> entered = Map.of("Name", HOSTILE, "Condition", text, "Tracked", "true");
    for (String button : List.of("Check", "Save segment")) {
      page.open(segments + "/new").submit(button, entered);
      assertEquals(422, page.status());
      assertTrue(page.alert().contains("problem"), page.alert());
      assertEquals("#segment-text", page.page().select("[role=alert] a").attr("href"));
      assertEquals("true", page.page().select("#segment-text").attr("aria-invalid"));
      assertEquals(wrong, page.page().expectFirst("mark").wholeText());
      assertEquals(text, page.page().expectFirst("figure:has(mark) code").wholeText());
      assertTrue(page.page().select("#preview").text().contains("Line 2, column "));
      assertEquals(text, page.value("Condition"));
      assertEquals(HOSTILE, page.value("Name"));
      assertTrue(page.page().select("#segment-tracked").hasAttr("checked"));
    }
    page.submit("Check", Map.of("Condition", "cf:plan ="));
    assertEquals("(here)", page.page().select("mark").text());
    page.submit("Check", Map.of("Condition", "everyone", "Time zone", "Mars"));
    assertEquals("#segment-timezone", page.page().select("[role=alert] a").attr("href"));
    saved("Taken", "everyone");
    page.submit("Save segment", Map.of("Name", "Taken", "Time zone", "UTC", "Tracked", "false"));
    assertEquals(422, page.status());
    assertEquals("everyone", page.value("Condition"));
    page.submit("Save segment", Map.of("Name", ""));
    assertEquals("#segment-name", page.page().select("[role=alert] a").attr("href"));
  }

  @ConcurrentTest
  void theListIsThatOfTheApi() {
    push("a.example.com", Map.of("plan", "pro"));
    saved("Pro", "cf:plan = \"pro\"");
    saved("Seen", "lastSeenAt within 30d");
    saved("Not pro", "NOT segment:Pro");
    for (String query :
        List.of("", "?search=pro", "?tracked=false", "?search=seen&tracked=false")) {
      page.open(segments + query);
      JsonNode listed = api(workspace + "/segments" + query).path("segments");
      List<List<String>> rows = page.rows("Segments");
      assertFalse(rows.isEmpty());
      assertEquals(listed.size(), rows.size(), query);
      for (int i = 0; i < rows.size(); i++) {
        JsonNode segment = listed.get(i);
        assertEquals(
            List.of(segment.path("name").asText(), segment.path("text").asText(), "–", "no"),
            rows.get(i).subList(0, 4));
        Element row = page.page().select("#segments tbody tr").get(i);
        assertEquals(segment.path("updatedAt").asText(), row.select("time").attr("datetime"));
        assertEquals(
            segments + "/" + segment.path("id").asText(), row.expectFirst("a").attr("href"));
      }
    }
    page.open(segments).submit("Apply", Map.of("Search", "nothing", "Tracked", "true"));
    assertEquals("No match", page.page().select("section.region h2").text());
    page.follow("Clear filters").follow("Export");
    assertEquals("3 rows match", page.page().select("main [role=status]").text());
    assertTrue(page.hasButton("Save view"));
  }

  @ConcurrentTest
  void whyAShopIsInIsTheExplanationOfTheApi() {
    String shop = push("a.example.com", Map.of("plan", "pro", "seats", 3));
    String nested = saved("Large", "cf:seats gte 100 OR name is set");
    String id = saved("Pro", "cf:plan = \"pro\" AND NOT segment:Large AND firstSeenAt within 30d");
    page.open(segments + "/" + id).submit("Why", Map.of("Shop", "a.example.com"));
    assertEquals("a.example.com", page.value("Shop"));
    JsonNode explanation =
        api("/segments/" + id + "/explain?customerId=" + shop).path("explanation");
    assertTrue(explanation.path("member").asBoolean());
    assertEquals("yes", definition(page, "In the segment"));
    List<String> results = new ArrayList<>();
    results(explanation.path("condition"), results);
    assertEquals(
        results,
        page.page().select(".tree strong").eachText().stream()
            .map(result -> result.replaceAll("\\W+", ""))
            .toList());
    List<String> tests =
        page.page().select(".tree p > span.code").eachText().stream()
            .map(test -> test.replaceFirst("^cf:[^/ ]+/", "cf:"))
            .toList();
    assertTrue(
        tests.containsAll(
            List.of("segment:Large", "cf:seats gte 100", "name is set", "firstSeenAt within 30d")),
        tests::toString);
    assertTrue(page.page().select(".tree time").hasAttr("datetime"));
    assertTrue(page.page().select(".tree caption").eachText().contains("Evidence"));
    page.submit("Why", Map.of("Shop", "nobody.example.com"));
    assertEquals(404, page.status());
    assertEquals("#why-customerId", page.page().select("[role=alert] a").attr("href"));
    page.follow("All members of this segment");
    assertEquals(1, page.rows("Members").size());
    assertEquals("Pro", page.open(segments + "/" + nested).follow("Pro").heading());
  }

  private static void results(JsonNode node, List<String> results) {
    results.add(node.path("result").asText());
    node.path("all").forEach(each -> results(each, results));
    node.path("any").forEach(each -> results(each, results));
    for (String one : List.of("not", "explanation")) {
      if (node.has(one)) {
        results(node.path(one), results);
      }
    }
  }

  @ConcurrentTest
  void whatAnotherSegmentUsesIsNotDeleted() {
    String used = saved("Used", "everyone");
    saved("User", "NOT segment:Used");
    page.open(segments + "/" + used).submit("Delete", Map.of());
    assertTrue(page.page().select("main").text().contains("used by segment User"));
    page.submit("Delete", Map.of());
    assertEquals(422, page.status());
    assertTrue(page.alert().contains("problem"), page.alert());
    assertEquals(200, page.open(segments + "/" + used).status());
  }

  @ConcurrentTest
  void aTrackedSegmentShowsItsStateTransitionsAndCustomers() {
    String shop = push("a.example.com", Map.of("plan", "free"));
    String id = saved(Map.of("name", "Pro", "text", "cf:plan = \"pro\"", "tracked", true));
    await("/segments/" + id, "/segment/tracking/status", "current");
    push("a.example.com", Map.of("plan", "pro"));
    await("/customers/" + shop + "/segments", "/segments/0/id", id);
    page.open(pages + "/customers/" + shop);
    JsonNode membership = api("/customers/" + shop + "/segments").at("/segments/0");
    Element row = page.page().expectFirst("#segments tbody tr");
    assertEquals(membership.path("enteredAt").asText(), row.select("time").attr("datetime"));
    page.follow("Pro");
    assertEquals("current", definition(page, "Status"));
    assertEquals("1", definition(page, "Members"));
    JsonNode transition = api("/segments/" + id + "/transitions").at("/transitions/0");
    assertEquals(
        List.of("a.example.com", "entered", transition.at("/cause/type").asText()),
        page.rows("Transitions").get(0).subList(1, 4));
    page.submit("Check for drift", Map.of());
    assertTrue(notice().contains("are being checked"), notice());
    JsonNode drift =
        await("/segments/" + id, "/segment/tracking/drift/missing", "0")
            .at("/segment/tracking/drift");
    page.open(segments + "/" + id);
    assertEquals(drift.path("extra").asText(), definition(page, "Members too many"));
    page.submit("Why", Map.of("Shop", shop));
    assertEquals("yes", definition(page, "Stored as member"));
    assertEquals(1, page.rows("Transitions").size());
  }

  private static JsonNode await(String path, String pointer, String value) {
    Poll.until(
        TIME,
        () -> "%s %s of %s: %s".formatted(pointer, value, path, api(path)),
        () -> api(path).at(pointer).asText().equals(value));
    return api(path);
  }

  @ConcurrentTest
  void analystsReadWithoutPrivateFieldsAndChangeNothing() {
    Response field =
        post(
            "/custom-fields",
            Map.of("name", "margin", "type", "number", "scope", "customers", "private", true));
    assertEquals(200, field.status(), field::body);
    String shop = push("a.example.com", Map.of("margin", SECRET));
    String id = saved("Profitable", "cf:margin gte 50");
    PageBrowser analyst = signedIn("analyst").open(segments);
    assertEquals(List.of("Profitable", "hidden"), analyst.rows("Segments").get(0).subList(0, 2));
    analyst.follow("Profitable");
    assertEquals(1, analyst.rows("Members").size());
    for (String button : List.of("Edit", "Delete", "Check for drift")) {
      assertFalse(analyst.hasButton(button), button);
    }
    for (String path : List.of("", "?customerId=" + shop)) {
      analyst.open(segments + "/" + id + path);
      assertEquals(200, analyst.status());
      assertFalse(analyst.page().text().contains("margin"), path);
      assertFalse(analyst.page().text().contains(Integer.toString(SECRET)), path);
    }
    for (String path : List.of("/new", "/" + id + "/edit", "/" + id + "?step=delete")) {
      assertEquals(403, analyst.open(segments + path).status(), path);
    }
    String csrf = PageBrowser.encode(analyst.open(segments).csrf());
    for (String path : List.of("/new", "/" + id + "/edit", "/" + id)) {
      String form = (path.endsWith(id) ? "form=delete" : "form=segment&name=x") + "&csrf=" + csrf;
      assertEquals(403, analyst.send("POST", segments + path, Map.of(), form).status(), path);
    }
    assertEquals("Profitable", api("/segments/" + id).at("/segment/name").asText());
  }

  @ConcurrentTest
  void aSegmentOfAnotherWorkspaceDoesNotExistHere() {
    String id = saved("Everyone", "everyone");
    Tenants.App other = SERVICE.tenants().app();
    String there = "/console/w/" + other.workspaceId() + "/segments/" + id;
    PageBrowser operator = new PageBrowser(SERVICE.consoleUrl()).signedIn(USERS.add(true));
    for (String path : List.of(there, there + "/edit", there + "?step=delete")) {
      assertEquals(404, operator.open(path).status(), path);
    }
  }
}
