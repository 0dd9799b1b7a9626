package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the pages about apps, their API keys and excluded shops, without JavaScript. */
class AppPagesIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final ConsoleUsers USERS = new ConsoleUsers(SERVICE.sql());

  private final AttributionFixture app = AttributionFixture.inNewWorkspace();
  private final String workspaceId = app.app().workspaceId();
  private final String apps = "/console/w/" + workspaceId + "/settings/apps";
  private final String path = apps + "/" + app.app().appId();
  private final PageBrowser page = signedIn("admin");

  private PageBrowser signedIn(String role) {
    return new PageBrowser(SERVICE.consoleUrl()).signedIn(USERS.add(workspaceId, role));
  }

  private String notice() {
    return page.page().select("main .notice").text();
  }

  private static int status(String key) {
    return SERVICE
        .tenants()
        .as(Map.of("X-Api-Key", key))
        .get("/v1/customer?myplatformDomain=acme.example.com")
        .status();
  }

  @Test
  void anAppIsCreatedAndItsKeyIsShownOnceAndRevoked() {
    page.open(apps).submit("Create app", Map.of("Name", "<i>Maps</i>", "Slug", "Not A Slug"));
    assertEquals(422, page.status());
    assertEquals("<i>Maps</i>", page.value("Name"));
    assertEquals("#new-slug", page.page().select("[role=alert] a").attr("href"));
    page.submit("Create app", Map.of("Slug", app.slug()));
    assertTrue(page.alert().contains("already has an app"), page.alert());
    page.submit("Create app", Map.of("Slug", "maps"));
    assertEquals(List.of("<i>Maps</i>", "maps"), page.rows("Apps").get(1).subList(0, 2));
    assertEquals("<i>Maps</i>", page.follow("Make an API key for it").heading());
    page.submit("Create key", Map.of("Key name", "backend", "Requests per second", "many"));
    assertEquals(422, page.status());
    assertEquals("many", page.value("Requests per second"));
    page.submit("Create key", Map.of("Requests per second", "20"));
    assertEquals("no-store", page.response().header("Cache-Control"));
    String key = page.value("API key");
    assertTrue(key.startsWith("sw_live_"), key);
    assertEquals(404, status(key));
    String opened = page.path();
    assertFalse(page.open(opened).response().body().contains(key));
    List<String> row = page.rows("API keys").get(0);
    assertEquals(List.of("backend", key.substring(0, 20), "20", "–", "no"), row.subList(0, 5));
    page.inRow("backend", "Revoke");
    assertTrue(page.page().select("main").text().contains("Revoke the API key backend"));
    page.follow("Cancel").inRow("backend", "Revoke").submit("Revoke", Map.of());
    assertEquals("The API key was revoked.", notice());
    assertEquals("yes", page.rows("API keys").get(0).get(4));
    assertFalse(page.hasButton("Revoke"));
    Poll.until(Duration.ofSeconds(5), () -> "the key is revoked", () -> status(key) == 401);
  }

  private List<String> excluded() {
    JsonNode shops = app.console().get(app.appPath("/excluded-shops")).json().path("shops");
    return shops.valueStream().map(JsonNode::asText).toList();
  }

  @Test
  void shopsAreExcludedAndRemovedAgain() {
    page.open(path).submit("Exclude", Map.of("Shops", "\n"));
    assertEquals(422, page.status());
    page.submit("Exclude", Map.of("Shops", "not a domain"));
    assertEquals(422, page.status());
    assertEquals("not a domain", page.value("Shops"));
    page.submit("Exclude", Map.of("Shops", "b.example.com\na.example.com\n"));
    assertEquals(List.of("a.example.com", "b.example.com"), excluded());
    page.submit("Exclude", Map.of("Shops", "c.example.com"));
    assertEquals(3, page.rows("Excluded shops").size());
    page.inRow("b.example.com", "Remove").submit("Remove", Map.of());
    assertEquals("The shop is no longer excluded.", notice());
    assertEquals(List.of("a.example.com", "c.example.com"), excluded());
    assertEquals(404, page.open(path + "?step=remove&shop=b.example.com").status());
  }

  @Test
  void whatTwoPeopleExcludeAtOnceIsAllExcluded() {
    List<PageBrowser> people = List.of(signedIn("admin"), signedIn("owner"));
    people.forEach(each -> each.open(path));
    List<CompletableFuture<Void>> all =
        IntStream.range(0, people.size())
            .mapToObj(i -> CompletableFuture.runAsync(() -> excludeSome(people.get(i), i)))
            .toList();
    all.forEach(CompletableFuture::join);
    assertEquals(people.size() * 10, excluded().size());
  }

  private static void excludeSome(PageBrowser person, int number) {
    for (int i = 0; i < 10; i++) {
      person.submit("Exclude", Map.of("Shops", "shop-%d-%d.example.com".formatted(number, i)));
      assertEquals(200, person.status());
    }
  }

  @Test
  void thousandsOfExcludedShopsAreReadInParts() {
    String shops =
        IntStream.range(0, 3_000)
            .mapToObj(i -> "\"shop-%04d.example.com\"".formatted(i))
            .collect(Collectors.joining(","));
    Response replaced = app.put(app.appPath("/excluded-shops"), "{\"shops\":[" + shops + "]}");
    assertEquals(200, replaced.status(), replaced::body);
    assertEquals(100, page.open(path).rows("Excluded shops").size());
    page.follow("Next excluded shops");
    assertEquals("shop-0100.example.com", page.rows("Excluded shops").get(0).get(0));
    page.submit("Apply", Map.of("Shop", "2999"));
    assertEquals("shop-2999.example.com", page.rows("Excluded shops").get(0).get(0));
    page.submit("Apply", Map.of("Shop", "nobody"));
    assertTrue(page.page().select("main section h2").eachText().contains("No match"));
    page.submit("Exclude", Map.of("Shops", "another.example.com"));
    assertEquals(3_001, excluded().size());
  }

  @Test
  void appsAreThoseOfTheApiAndTheirPagesAreForAdmins() {
    PageBrowser analyst = signedIn("analyst");
    JsonNode listed = app.console().get(app.workspace("/apps")).json().path("apps");
    List<String> row = analyst.open(apps).rows("Apps").get(0);
    assertEquals(
        List.of(listed.at("/0/name").asText(), listed.at("/0/slug").asText()), row.subList(0, 2));
    assertFalse(analyst.hasButton("Create app"));
    assertTrue(analyst.page().select("td a[href=" + path + "]").isEmpty());
    assertEquals(403, analyst.open(path).status());
    String csrf = PageBrowser.encode(analyst.open(apps).csrf());
    String body = "form=new-key&name=x&csrf=" + csrf;
    assertEquals(403, analyst.send("POST", path, Map.of(), body).status());
    assertEquals(
        403, analyst.send("POST", apps, Map.of(), "form=new&slug=x&name=x&csrf=" + csrf).status());
    assertEquals(1, app.console().get(app.workspace("/apps")).json().path("apps").size());
  }

  @Test
  void anAppOfAnotherWorkspaceDoesNotExistHere() {
    AttributionFixture other = AttributionFixture.inNewWorkspace();
    assertEquals(404, page.open(apps + "/" + other.app().appId()).status());
    page.open(path + "?step=revoke&id=" + other.app().keyId());
    assertEquals(404, page.status());
  }
}
