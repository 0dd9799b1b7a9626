package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests the creation of the first user; TwoConsolesIT does it many times at once. */
class SetUpIT {
  private static final Pattern LINK = Pattern.compile("(http://\\S+)/console/setup#token=(\\w+)");
  private static final String PASSWORD = "seven engines of brass";

  private static Matcher link(OwnService service) {
    Poll.until(
        Duration.ofSeconds(10),
        () -> "the setup link is printed",
        () -> LINK.matcher(service.process().output()).find());
    Matcher link = LINK.matcher(service.process().output());
    assertTrue(link.find());
    return link;
  }

  private static Map<String, String> owner(String token, String name) {
    return Map.of(
        "token", token, "email", name + "@example.com", "name", name, "password", PASSWORD);
  }

  @Test
  void thePrintedLinkCreatesTheOwnerOnceAlsoWithAnAdminToken() {
    try (OwnService service =
        new OwnService(Map.of("SHOPWIRE_CONSOLE_PUBLIC_URL", "http://console.example.com"))) {
      Matcher link = link(service);
      assertEquals("http://console.example.com", link.group(1));
      String token = link.group(2);
      assertRefusalsCreateNothing(service, token);
      ConsoleBrowser browser = new ConsoleBrowser(service.process().consoleUrl());
      Response created = browser.post("/setup", owner(token, "owner"));
      assertEquals(200, created.status(), created::body);
      assertOneOwner(service.sql());
      browser.forgetCookies();
      assertEquals(401, browser.post("/setup", owner(token, "late")).status());
      assertEquals(401, browser.post("/setup", Map.of("token", token)).status());
      assertEquals(401, browser.signIn("nobody@example.com", PASSWORD).status());
      service.process().stop();
      service.startAgain();
      Poll.until(
          Duration.ofSeconds(10),
          () -> "the second start is complete",
          () -> service.process().output().contains("is ready."));
      assertFalse(LINK.matcher(service.process().output()).find(), "a token is printed again");
    }
  }

  private static void assertRefusalsCreateNothing(OwnService service, String token) {
    ConsoleBrowser browser = new ConsoleBrowser(service.process().consoleUrl());
    // Without a valid token nothing is said about the rest.
    assertEquals(401, browser.post("/setup", Map.of("token", "guess", "email", 7)).status());
    Response weak =
        browser.post(
            "/setup",
            Map.of("token", token, "email", "a@b.example", "name", "A", "password", "short"));
    assertEquals(422, weak.status());
    assertEquals("weak_password", weak.json().path("code").asText());
    Response foreign =
        browser.send(
            "POST",
            "/setup",
            Map.of("Origin", "https://evil.example.com"),
            ("{\"token\":\"" + token + "\"}").getBytes(StandardCharsets.UTF_8));
    assertEquals("cross_origin", foreign.json().path("code").asText());
    assertEquals(0, service.sql().number("select count(*) from console_users"));
  }

  private static void assertOneOwner(Sql sql) {
    assertEquals(1, sql.number("select count(*) from console_users where operator"));
    assertEquals(1, sql.number("select count(*) from console_users"));
    assertEquals(
        sql.number("select count(*) from workspaces"),
        sql.number("select count(*) from console_memberships where role = 'owner'"));
    assertEquals(0, sql.number("select count(*) from console_setup_tokens"));
    assertEquals(1, sql.number("select count(*) from console_sessions"));
    assertEquals(
        "session.opened,user.joined",
        sql.text("select string_agg(action, ',' order by action) from audit_log"));
  }
}
