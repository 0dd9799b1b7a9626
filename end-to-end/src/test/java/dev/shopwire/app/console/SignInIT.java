package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.ConsoleUsers.User;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests signing in and out, the session's cookie, and the CSRF token. */
@Tag("everywhere")
class SignInIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final ConsoleUsers USERS = new ConsoleUsers(SERVICE.sql());
  private static final byte[] NOTHING = new byte[0];

  private static ConsoleBrowser browser() {
    return new ConsoleBrowser(SERVICE.consoleUrl());
  }

  private static String workspace() {
    return SERVICE.tenants().app().workspaceId();
  }

  private static String code(Response response) {
    return response.json().path("code").asText();
  }

  @Test
  void signingInSetsAHostCookieAndShowsWhoIsSignedIn() {
    String workspace = workspace();
    User user = USERS.add(workspace, "admin");
    ConsoleBrowser browser = browser();
    Response signedIn =
        browser.signIn(user.email().toUpperCase(Locale.ROOT), ConsoleUsers.PASSWORD);
    assertEquals(200, signedIn.status(), signedIn::body);
    assertEquals(user.email(), signedIn.json().at("/user/email").asText());
    assertEquals(workspace, signedIn.json().at("/user/memberships/0/workspace/id").asText());
    assertEquals("admin", signedIn.json().at("/user/memberships/0/role").asText());
    List<String> cookies = ConsoleBrowser.setCookies(signedIn);
    assertTrue(
        cookies
            .get(0)
            .matches("__Host-shopwire=[A-Za-z0-9_-]{43}; Path=/; Secure; HttpOnly; SameSite=Lax"),
        cookies::toString);
    assertTrue(
        cookies
            .get(1)
            .matches(
                "__Host-shopwire-device=[A-Za-z0-9_-]{43}; Path=/; Max-Age=15552000; Secure;"
                    + " HttpOnly; SameSite=Lax"),
        cookies::toString);
    assertEquals("no-store", signedIn.header("Cache-Control"));
    Response session = browser.get("/session");
    assertEquals(signedIn.json(), session.json());
    assertEquals(
        0,
        SERVICE
            .sql()
            .number(
                "select count(*) from console_sessions where position(? in encode(token_hash, 'escape')) > 0",
                browser.cookie(ConsoleBrowser.SESSION)));
    assertEquals(
        1,
        SERVICE
            .sql()
            .number(
                "select count(*) from audit_log where action = 'session.opened' and actor_id = ?",
                Long.toString(user.id())));
  }

  @Test
  void unknownWrongAndDisabledGetTheSameAnswer() {
    User user = USERS.add(false);
    User disabled = USERS.add(false);
    SERVICE.sql().run("update console_users set disabled = true where id = " + disabled.id());
    Response unknown = browser().signIn("nobody@example.com", ConsoleUsers.PASSWORD);
    Response wrong = browser().signIn(user.email(), "another password");
    Response off = browser().signIn(disabled.email(), ConsoleUsers.PASSWORD);
    for (Response response : List.of(unknown, wrong, off)) {
      assertEquals(401, response.status());
      assertEquals("wrong_credentials", code(response));
      assertEquals(unknown.json().path("detail"), response.json().path("detail"));
      assertEquals(List.of(), ConsoleBrowser.setCookies(response));
    }
    assertEquals(1, USERS.audited("session.failed", "user", Long.toString(user.id())));
    assertEquals(
        0,
        SERVICE
            .sql()
            .number("select count(*) from audit_log where audit_log::text like '%nobody@%'"));
  }

  @Test
  void theIdIsNewAtEachSignInAndForeignValuesAreNeverAdopted() {
    User user = USERS.add(workspace(), "analyst");
    String planted = "A".repeat(43);
    ConsoleBrowser browser = browser();
    browser.setCookie(ConsoleBrowser.SESSION, planted);
    browser.signedIn(user);
    String first = browser.cookie(ConsoleBrowser.SESSION);
    assertNotEquals(planted, first);
    browser.signedIn(user);
    String second = browser.cookie(ConsoleBrowser.SESSION);
    assertNotEquals(first, second);
    for (String other : List.of(planted, first)) {
      ConsoleBrowser thief = browser();
      thief.setCookie(ConsoleBrowser.SESSION, other);
      assertEquals(401, thief.get("/session").status());
    }
    assertEquals(200, browser.get("/session").status());
  }

  @Test
  void aSessionThatSignedOutIsOver() {
    User user = USERS.add(workspace(), "admin");
    ConsoleBrowser browser = browser().signedIn(user);
    ConsoleBrowser thief = browser().copyOf(browser);
    assertEquals(200, browser.delete("/session").status());
    assertEquals("", browser.cookie(ConsoleBrowser.SESSION));
    assertEquals(401, thief.get("/session").status());
    assertEquals(401, thief.patch("/me", Map.of("name", "Stolen")).status());
    assertEquals(
        "A User", SERVICE.sql().text("select name from console_users where id = ?", user.id()));
    assertEquals(
        1,
        SERVICE
            .sql()
            .number(
                "select count(*) from audit_log where action = 'session.closed' and actor_id = ?",
                Long.toString(user.id())));
  }

  @Test
  void aWriteInASessionNeedsItsCsrfTokenAndAnOriginOfOurs() {
    User user = USERS.add(workspace(), "admin");
    ConsoleBrowser browser = browser().signedIn(user);
    ConsoleBrowser other = browser().signedIn(USERS.add(workspace(), "admin"));
    byte[] body = "{\"name\":\"Changed\"}".getBytes(StandardCharsets.UTF_8);
    for (String token : List.of("", "guess", other.csrfToken())) {
      Response refused = browser.send("PATCH", "/me", Map.of("X-CSRF-Token", token), body);
      assertEquals(403, refused.status());
      assertEquals("csrf", code(refused));
    }
    for (Map<String, String> headers :
        List.of(
            Map.of("Origin", "https://evil.example.com"),
            Map.of("Origin", "null"),
            Map.of("Sec-Fetch-Site", "cross-site"))) {
      Response refused = browser.send("PATCH", "/me", headers, body);
      assertEquals(403, refused.status(), headers::toString);
      assertEquals("cross_origin", code(refused));
      Response signIn = browser().send("POST", "/session", headers, body);
      assertEquals("cross_origin", code(signIn));
    }
    assertEquals(
        "A User", SERVICE.sql().text("select name from console_users where id = ?", user.id()));
    Response ours = browser.send("PATCH", "/me", Map.of("Origin", SERVICE.consoleUrl()), body);
    assertEquals(200, ours.status(), ours::body);
    assertEquals("Changed", ours.json().at("/user/name").asText());
  }

  @Test
  void tokensHaveNoSessionAndWinOverTheCookie() {
    User user = USERS.add(workspace(), "admin");
    ConsoleBrowser browser = browser().signedIn(user);
    Map<String, String> admin =
        Map.of("Authorization", "Bearer " + RunningService.ADMIN_TOKEN, "X-CSRF-Token", "");
    Response session = browser.send("GET", "/session", admin, NOTHING);
    assertTrue(session.json().path("user").isNull(), session::body);
    Response me =
        browser.send("PATCH", "/me", admin, "{\"name\":\"x\"}".getBytes(StandardCharsets.UTF_8));
    assertEquals("session_required", code(me));
    Response wrong =
        browser.send("GET", "/session", Map.of("Authorization", "Bearer wrong"), NOTHING);
    assertEquals(401, wrong.status());
  }

  @Test
  void malformedBodiesAreReportedWithTheirFields() {
    SchemaCheckedHttp http =
        new SchemaCheckedHttp(SERVICE.consoleUrl(), "/console/api/openapi.json", Map.of());
    Response response = http.post("/console/api/session", "{\"email\":7,\"extra\":1}");
    assertEquals(422, response.status());
    List<String> pointers = response.json().findValuesAsText("pointer");
    assertTrue(pointers.containsAll(List.of("/email", "/password", "/extra")), pointers::toString);
    Response large =
        http.post("/console/api/session", "{\"email\":\"" + "x".repeat(10_000) + "\"}");
    assertEquals(413, large.status());
    assertFalse(large.body().isEmpty());
  }
}
