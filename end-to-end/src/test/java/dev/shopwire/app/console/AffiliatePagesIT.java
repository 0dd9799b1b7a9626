package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.RunningService;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.Test;

/** Tests the pages about affiliates, credits and codes, without JavaScript. */
class AffiliatePagesIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final ConsoleUsers USERS = new ConsoleUsers(SERVICE.sql());
  private static final String API = "/console/api";
  private static final String HOSTILE = "<script>alert(1)</script>\"'" + "é".repeat(170);

  private final AttributionFixture app = AttributionFixture.inNewWorkspace();
  private final String workspaceId = app.app().workspaceId();
  private final String affiliates = "/console/w/" + workspaceId + "/affiliates";
  private final PageBrowser page = signedIn("admin");

  private PageBrowser signedIn(String role) {
    return new PageBrowser(SERVICE.consoleUrl()).signedIn(USERS.add(workspaceId, role));
  }

  private JsonNode affiliate(String id) {
    return app.console().get(API + "/affiliates/" + id).json().path("affiliate");
  }

  private String notice() {
    return page.page().select("main .notice").text();
  }

  private Elements rows() {
    return page.page().select("main table tbody tr");
  }

  /** The instants in a column of the page's table. */
  private List<String> times(int column) {
    return rows().stream().map(row -> row.child(column).select("time").attr("datetime")).toList();
  }

  private static String orDash(JsonNode text) {
    return text.isTextual() ? text.asText() : "–";
  }

  @Test
  void anAffiliateIsCreatedChangedAndDeactivated() {
    page.open(affiliates);
    assertTrue(page.page().select("main section h2").eachText().contains("Nothing here yet"));
    assertTrue(page.page().select("main figure pre").text().contains(app.workspace("/affiliates")));
    page.submit("New affiliate", Map.of("Name", HOSTILE, "Codes", "A\n a "));
    assertEquals(422, page.status());
    assertEquals(HOSTILE, page.value("Name"));
    assertEquals("A\n a ", page.value("Codes"));
    assertEquals("#new-codes", page.page().select("[role=alert] a").attr("href"));
    page.submit("New affiliate", Map.of("Codes", "A\nB\n", "Email", "jane@partners.example"));
    assertTrue(notice().contains("The affiliate was created."));
    page.follow("Open the new affiliate");
    assertEquals(HOSTILE, page.heading());
    JsonNode created = affiliate(id());
    assertTrue(created.path("apps").isNull());
    assertEquals(
        created.path("createdAt").asText(), page.page().select("dl time").attr("datetime"));
    page.submit("Save", Map.of("Name", "Jane", "Email", "", app.slug(), "true"));
    assertEquals("The affiliate was changed.", notice());
    JsonNode changed = affiliate(id());
    assertEquals("Jane", changed.path("name").asText());
    assertTrue(changed.path("email").isNull());
    assertEquals("[\"" + app.slug() + "\"]", changed.path("apps").toString());
    page.submit("Deactivate", Map.of());
    assertTrue(page.page().select("main").text().contains("Deactivate Jane?"));
    page.follow("Cancel").submit("Deactivate", Map.of()).submit("Deactivate", Map.of());
    assertEquals("inactive", affiliate(id()).path("status").asText());
    page.submit("Activate", Map.of()).submit("Activate", Map.of());
    assertEquals("active", affiliate(id()).path("status").asText());
  }

  private String id() {
    String path = page.path().replaceAll("\\?.*", "");
    return path.substring(path.lastIndexOf('/') + 1);
  }

  @Test
  void codesAreAddedAndExpireInTheTimeZoneOfThePage() {
    app.console().patch(app.workspace(""), "{\"timezone\":\"America/New_York\"}");
    String id = app.affiliate("Jane", "JANE10");
    page.open(affiliates + "/" + id);
    page.submit("Add code", Map.of("Code", "jane10", "Expires", "2030-12-31 18:00"));
    assertEquals(422, page.status());
    assertEquals("2030-12-31 18:00", page.value("Expires"));
    page.submit("Add code", Map.of("Code", "Later"));
    assertEquals("2030-12-31T23:00:00.000Z", affiliate(id).at("/codes/1/expiresAt").asText());
    assertEquals(
        List.of("Later", "2030-12-31 18:00:00", "no"), page.rows("Codes").get(1).subList(0, 3));
    page.inRow("JANE10", "Expire").submit("Expire", Map.of("Expires", "soon"));
    assertEquals(422, page.status());
    assertEquals("soon", page.value("Expires"));
    page.open(affiliates + "/" + id).inRow("JANE10", "Expire").submit("Expire", Map.of());
    assertEquals("yes", page.rows("Codes").get(0).get(2));
    Instant expired = Instant.parse(affiliate(id).at("/codes/0/expiresAt").asText());
    assertTrue(Duration.between(expired, Instant.now()).abs().toMinutes() < 5);
    page.inRow("JANE10", "Expire").submit("Expire", Map.of("Expires", ""));
    assertTrue(affiliate(id).at("/codes/0/expiresAt").isNull());
  }

  @Test
  void theLogShowsWhatTheApiSaysAndWhy() {
    page.open(affiliates + "/log");
    assertTrue(page.page().select("main figure pre").text().contains("\"app\":\"" + app.slug()));
    app.affiliate("Jane", "JANE10");
    app.sendCode("acme.example.com", "JANE10");
    app.sendCode("acme.example.com", "JANE10");
    app.sendCode("birch.example.com", "<b>unknown</b>");
    page.open(affiliates + "/log");
    assertSameAsLog("");
    assertEquals(List.of("Jane"), page.rows("Code log").get(2).subList(7, 8));
    page.submit("Apply", Map.of("Code", "jane10", "App", app.slug()));
    assertSameAsLog("&code=jane10&app=" + app.slug());
    page.submit("Apply", Map.of("Shop", "nobody.example.com"));
    assertTrue(page.page().select("main section h2").eachText().contains("No match"));
    assertEquals("nobody.example.com", page.value("Shop"));
    assertEquals(3, page.follow("Clear filters").rows("Code log").size());
    assertEquals(422, page.open(affiliates + "/log?shop=" + "x".repeat(1_001)).status());
    assertEquals("#filter-shop", page.page().select("[role=alert] a").attr("href"));
    page.open(affiliates + "/log?export=1");
    assertEquals("3 rows match", page.page().select("main [role=status]").text());
  }

  private void assertSameAsLog(String filter) {
    List<JsonNode> log = app.log(filter);
    assertFalse(log.isEmpty());
    assertEquals(log.stream().map(entry -> entry.path("at").asText()).toList(), times(0));
    assertEquals(
        log.stream()
            .map(
                entry ->
                    List.of(
                        entry.at("/app/slug").asText(),
                        entry.path("myplatformDomain").asText(),
                        orDash(entry.path("code")),
                        entry.path("carrier").asText(),
                        entry.path("outcome").asText(),
                        orDash(entry.path("reason")),
                        orDash(entry.at("/affiliate/name")),
                        orDash(entry.at("/winner/name")),
                        orDash(entry.path("note"))))
            .toList(),
        page.rows("Code log").stream().map(row -> row.subList(1, 10)).toList());
  }

  @Test
  void creditsAreThoseOfTheApi() {
    app.affiliate("Jane", "JANE10");
    page.open(affiliates + "/credits");
    assertTrue(page.page().select("main figure pre").text().contains("\"mref\":\"JANE10\""));
    app.sendCode("acme.example.com", "JANE10");
    app.sendCode("birch.example.com", "JANE10");
    String customer = app.customerId("acme.example.com");
    app.correct(customer, "null", "a mistake");
    page.open(affiliates + "/credits?timezone=Asia%2FTokyo");
    JsonNode credits =
        app.console().get(app.workspace("/attributions")).json().path("attributions");
    assertEquals(2, credits.size());
    List<List<String>> shown = page.rows("Credits");
    for (int i = 0; i < credits.size(); i++) {
      JsonNode credit = credits.get(i);
      assertEquals(credit.path("creditedAt").asText(), times(0).get(i));
      assertEquals(credit.path("myplatformDomain").asText(), shown.get(i).get(2));
      assertEquals(orDash(credit.at("/affiliate/name")), shown.get(i).get(3));
      assertEquals(credit.path("correctedAt").asText(""), times(6).get(i));
    }
    assertEquals(
        "Attribution", page.page().select("td a[href$=" + customer + "/attribution]").text());
  }

  @Test
  void manyAffiliatesAndCodesAreReadInParts() {
    String codes =
        IntStream.range(0, 100)
            .mapToObj(i -> "\"C%03d\"".formatted(i))
            .collect(Collectors.joining(","));
    String id =
        app.create("\"name\":\"Many\",\"codes\":[" + codes + "]")
            .json()
            .at("/affiliate/id")
            .asText();
    app.console().post(API + "/affiliates/" + id + "/codes", "{\"code\":\"LAST\"}");
    assertEquals(100, page.open(affiliates + "/" + id).rows("Codes").size());
    assertEquals("LAST", page.follow("Next codes").rows("Codes").get(0).get(0));
    for (int i = 0; i < 50; i++) {
      app.affiliate("Affiliate " + i, "OF" + i);
    }
    assertEquals(50, page.open(affiliates).rows("Affiliates").size());
    assertEquals("101", rows().get(0).child(4).select("data").attr("value"));
    assertEquals("Affiliate 49", page.follow("Next page").rows("Affiliates").get(0).get(0));
  }

  @Test
  void analystsReadAndChangeNothing() {
    String id = app.affiliate("Jane", "JANE10");
    PageBrowser analyst = signedIn("analyst");
    assertEquals("Jane", analyst.open(affiliates).rows("Affiliates").get(0).get(0));
    assertFalse(analyst.hasButton("New affiliate"));
    assertEquals("Jane", analyst.follow("Jane").heading());
    for (String button : List.of("Deactivate", "Add code", "Expire", "Save")) {
      assertFalse(analyst.hasButton(button), button);
    }
    String path = affiliates + "/" + id;
    assertEquals(403, analyst.open(path + "?step=deactivate").status());
    String body = "form=deactivate&csrf=" + PageBrowser.encode(analyst.open(path).csrf());
    assertEquals(403, analyst.send("POST", path, Map.of(), body).status());
    assertEquals("active", affiliate(id).path("status").asText());
  }

  @Test
  void anAffiliateOfAnotherWorkspaceDoesNotExistHere() {
    String other = AttributionFixture.inNewWorkspace().affiliate("Jane", "JANE10");
    assertEquals(404, page.open(affiliates + "/" + other).status());
    PageBrowser operator = new PageBrowser(SERVICE.consoleUrl()).signedIn(USERS.add(true));
    assertEquals(404, operator.open(affiliates + "/" + other).status());
    assertEquals(404, operator.open(affiliates + "/nobody").status());
  }
}
