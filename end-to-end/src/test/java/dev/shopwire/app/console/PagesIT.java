package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.RawClient;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests what all pages of the console have in common, without JavaScript. */
@Tag("everywhere")
class PagesIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final ConsoleUsers USERS = new ConsoleUsers(SERVICE.sql());
  private static final int MAX_BYTES = 60 * 1_024;

  private final Tenants.App app = SERVICE.tenants().app();
  private final String settings = "/console/w/" + app.workspaceId() + "/settings/";

  private static PageBrowser browser() {
    return new PageBrowser(SERVICE.consoleUrl());
  }

  private PageBrowser signedIn(String role) {
    return browser().signedIn(USERS.add(app.workspaceId(), role));
  }

  private static void assertPolicy(Response response) {
    String policy = response.header("Content-Security-Policy");
    assertTrue(policy.startsWith("default-src 'none'; script-src 'self';"), policy);
    assertTrue(policy.contains("frame-ancestors 'none'"), policy);
    assertFalse(policy.contains("unsafe"), policy);
    assertEquals("nosniff", response.header("X-Content-Type-Options"));
    assertEquals("same-origin", response.header("Referrer-Policy"));
  }

  @Test
  void aPageLeadsToTheSignInAndBack() {
    ConsoleUsers.User user = USERS.add(app.workspaceId(), "admin");
    PageBrowser browser = browser();
    String page = settings + "audit?action=app.created&timezone=Asia%2FTokyo";
    browser.open(page);
    assertEquals("Sign in", browser.heading());
    assertPolicy(browser.response());
    browser.submit("Sign in", Map.of("Email", user.email(), "Password", "a wrong password"));
    assertEquals(422, browser.status());
    assertTrue(browser.alert().contains("1 problem"), browser.alert());
    assertEquals(user.email(), browser.value("Email"));
    assertFalse(browser.response().body().contains("a wrong password"));
    browser.submit("Sign in", Map.of("Password", ConsoleUsers.PASSWORD));
    assertEquals(page, browser.path());
    assertEquals("Audit log", browser.heading());
    assertTrue(browser.page().select("footer").text().contains("Times in Asia/Tokyo"));
    browser.submit("Sign out", Map.of());
    assertEquals("Sign in", browser.heading());
    assertEquals("Sign in", browser.open(page).heading());
  }

  @Test
  void theSignInLeadsOnlyToPagesOfThisConsole() {
    for (String next :
        List.of("https://evil.example", "//evil.example/console", "/console/../docs")) {
      PageBrowser browser = browser();
      browser.open("/console/sign-in?next=" + PageBrowser.encode(next));
      ConsoleUsers.User user = USERS.add(app.workspaceId(), "analyst");
      browser.submit("Sign in", Map.of("Email", user.email(), "Password", ConsoleUsers.PASSWORD));
      assertEquals("/console/w/" + app.workspaceId(), browser.path());
    }
  }

  @Test
  void theFirstWorkspaceIsTheHomeAndOthersCanBeChosen() {
    ConsoleUsers.User user = USERS.add(app.workspaceId(), "analyst");
    Tenants.App other = SERVICE.tenants().app();
    PageBrowser browser = browser().signedIn(user);
    assertTrue(browser.page().select("select#workspace").isEmpty());
    USERS.join(user, other.workspaceId(), "owner");
    for (String home : List.of("/", "/console", "/console/w/" + app.workspaceId())) {
      assertEquals("/console/w/" + app.workspaceId(), browser.open(home).path());
    }
    browser.submit("Switch", Map.of("Workspace", other.workspaceId()));
    assertEquals("/console/w/" + other.workspaceId(), browser.path());
    assertEquals("Account", browser().signedIn(USERS.add(false)).open("/console").heading());
  }

  @Test
  void errorsArePagesWithNavigation() {
    PageBrowser analyst = signedIn("analyst");
    String foreign = "/console/w/" + SERVICE.tenants().app().workspaceId() + "/settings/users";
    for (String path :
        List.of(foreign, "/console/w/999999999/settings/users", "/console/nothing")) {
      analyst.open(path);
      assertEquals(404, analyst.status(), path);
      assertErrorPage(analyst, "Not found");
    }
    for (String page : List.of("audit", "workspace", "users?step=remove&id=1")) {
      analyst.open(settings + page);
      assertEquals(403, analyst.status(), page);
      assertErrorPage(analyst, "Not allowed");
    }
    PageBrowser operator = browser().signedIn(USERS.add(true));
    assertEquals(404, operator.open("/console/w/999999999/settings/users").status());
    assertEquals(200, operator.open(settings + "users").status());
    Response api =
        new Http(SERVICE.consoleUrl()).send("GET", "/console/api/x", Map.of(), new byte[0]);
    assertEquals(404, api.status());
    assertEquals("not_found", api.json().path("code").asText());
  }

  private static void assertErrorPage(PageBrowser browser, String heading) {
    assertEquals(heading, browser.heading());
    assertEquals(
        "Overview Customers Segments Behavior Revenue Affiliates Webhooks Settings",
        browser.page().select("nav[aria-label=Main]").text());
    assertPolicy(browser.response());
    assertEquals("no-store", browser.response().header("Cache-Control"));
  }

  @Test
  void aFormWithoutItsTokenOrFromAnotherOriginChangesNothing() {
    PageBrowser owner = signedIn("owner");
    owner.open(settings + "workspace");
    String form = "form=workspace&name=Changed&timezone=&csrf=" + PageBrowser.encode(owner.csrf());
    for (Map<String, String> foreign :
        List.of(
            Map.of("Origin", "https://evil.example"),
            Map.of("Origin", "null"),
            Map.of("Sec-Fetch-Site", "cross-site"))) {
      assertEquals(403, owner.send("POST", settings + "workspace", foreign, form).status());
    }
    String other = signedIn("owner").open(settings + "workspace").csrf();
    for (String csrf : List.of("", "x", other)) {
      String forged = "form=workspace&name=Changed&timezone=&csrf=" + PageBrowser.encode(csrf);
      assertEquals(403, owner.send("POST", settings + "workspace", Map.of(), forged).status());
    }
    assertEquals("a workspace", owner.open(settings + "workspace").value("Name"));
    owner.submit("Save", Map.of("Name", "Changed", "Default time zone", "Europe/Zurich"));
    assertEquals("Changed", owner.value("Name"));
    assertTrue(owner.page().select("footer").text().contains("Times in Europe/Zurich"));
    assertTrue(owner.page().title().endsWith(" · Changed · Shopwire"), owner.page().title());
  }

  @Test
  void anAnalystsFormsAreRefused() {
    PageBrowser analyst = signedIn("analyst");
    assertEquals(List.of("Sign out", "Apply", "Keyboard shortcuts", "Close"), buttons(analyst));
    for (String form :
        List.of(
            "users?form=invite&email=a%40b.example&role=analyst",
            "users?form=remove&id=1",
            "workspace?form=workspace&name=x",
            "workspace?form=self-referral&selfReferral=refuse")) {
      String[] parts = form.split("\\?", 2);
      String body = parts[1] + "&csrf=" + PageBrowser.encode(analyst.csrf());
      assertEquals(403, analyst.send("POST", settings + parts[0], Map.of(), body).status(), form);
      analyst.open(settings + "users");
    }
    PageBrowser admin = signedIn("admin").open(settings + "workspace");
    String body = "form=workspace&name=x&csrf=" + PageBrowser.encode(admin.csrf());
    assertEquals(403, admin.send("POST", settings + "workspace", Map.of(), body).status());
  }

  private static List<String> buttons(PageBrowser browser) {
    return browser.page().select("button").eachText();
  }

  @Test
  void hostileTextIsShownAndNeverRun() {
    String hostile = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>";
    PageBrowser owner = signedIn("owner");
    owner.open("/console/account");
    owner.submit("Save", Map.of("Name", hostile));
    owner.open(settings + "users");
    assertEquals(hostile, owner.rows("Users").get(0).get(0));
    assertTrue(owner.page().select("main script, main img").isEmpty());
    owner.open(settings + "audit?actor=" + PageBrowser.encode(hostile));
    assertEquals(422, owner.status());
    assertEquals(hostile, owner.value("Actor"));
    assertTrue(owner.page().select("main script, main img").isEmpty());
    assertEquals("true", owner.page().select("#filter-actor").attr("aria-invalid"));
  }

  @Test
  void aPageWithAllItLoadsIsSmall() {
    PageBrowser admin = signedIn("admin");
    for (String page : List.of("users", "audit", "workspace")) {
      Response response = admin.send("GET", settings + page, Map.of("Accept-Encoding", "gzip"), "");
      assertEquals("gzip", response.header("Content-Encoding"));
      long bytes = Long.parseLong(response.header("Content-Length"));
      for (Element loaded : admin.open(settings + page).page().select("head [src], link[href]")) {
        String path = loaded.hasAttr("src") ? loaded.attr("src") : loaded.attr("href");
        Response asset = admin.send("GET", path, Map.of("Accept-Encoding", "gzip"), "");
        assertEquals("public, max-age=31536000, immutable", asset.header("Cache-Control"), path);
        assertPolicy(asset);
        bytes += Long.parseLong(asset.header("Content-Length"));
      }
      assertTrue(bytes < MAX_BYTES, page + " with all it loads: " + bytes);
    }
  }

  @Test
  void plainHttpOnAnotherMachineIsExplained() {
    assertTrue(signInPage("console.example.com").contains("console.insecure.cookie=true"));
    assertFalse(signInPage("localhost:8081").contains("console.insecure.cookie"));
    assertFalse(
        signInPage("console.example.com\r\nX-Forwarded-Proto: https")
            .contains("console.insecure.cookie"));
  }

  private static String signInPage(String host) {
    try (RawClient client = RawClient.connect(SERVICE.consoleUrl(), "127.0.0.1")) {
      client.write(
          "GET /console/sign-in HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
      String response = client.read(Duration.ofSeconds(5));
      assertTrue(response.startsWith("HTTP/1.1 200 "), response);
      return response;
    }
  }
}
