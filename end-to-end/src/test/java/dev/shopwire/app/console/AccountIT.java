package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.ConsoleUsers.User;
import dev.shopwire.app.support.OneTimeCodes;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Tests what users do with their own accounts: profile, sessions, password, TOTP. */
class AccountIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final ConsoleUsers USERS = new ConsoleUsers(SERVICE.sql());
  private static final String NEW_PASSWORD = "eight engines of brass";

  private static ConsoleBrowser browser() {
    return new ConsoleBrowser(SERVICE.consoleUrl());
  }

  private static String code(Response response) {
    return response.json().path("code").asText();
  }

  @ConcurrentTest
  void theProfileIsChangedFieldByFieldAndAudited() {
    User user = USERS.add(false);
    ConsoleBrowser browser = browser().signedIn(user);
    Response changed = browser.patch("/me", Map.of("timezone", "Europe/Zurich", "theme", "dark"));
    assertEquals("Europe/Zurich", changed.json().at("/user/timezone").asText(), changed::body);
    assertEquals("A User", changed.json().at("/user/name").asText());
    assertEquals(200, browser.patch("/me", Map.of("theme", "dark")).status());
    assertEquals(200, browser.patch("/me", Map.of()).status());
    Response invalid =
        browser.patch(
            "/me", Map.of("timezone", "Mars/Base", "theme", "pink", "name", "", "more", 1));
    assertEquals(422, invalid.status());
    assertEquals(4, invalid.json().path("errors").size(), invalid::body);
    String id = Long.toString(user.id());
    assertEquals(1, USERS.audited("user.changed", "user", id));
    assertEquals(
        "{\"theme\": \"dark\", \"timezone\": \"Europe/Zurich\"}",
        SERVICE
            .sql()
            .text(
                "select after from audit_log where action = 'user.changed' and object_id = ?", id));
  }

  @ConcurrentTest
  void sessionsAreListedAndEnded() {
    User user = USERS.add(false);
    ConsoleBrowser first = browser().signedIn(user);
    ConsoleBrowser second = browser().at("198.51.100.7").signedIn(user);
    ConsoleBrowser third = browser().signedIn(user);
    JsonNode sessions = first.get("/me/sessions").json().path("sessions");
    assertEquals(3, sessions.size());
    assertTrue(sessions.get(0).path("current").asBoolean());
    assertEquals("198.51.100.7", sessions.get(1).path("address").asText());
    assertEquals(3, first.get("/me/sessions?format=count").json().path("count").asInt());
    assertEquals(
        sessions.get(0).toString(),
        first.get("/me/sessions?format=ndjson").body().lines().findFirst().orElseThrow());
    ConsoleBrowser stranger = browser().signedIn(USERS.add(false));
    assertEquals(2, stranger.get("/me/sessions?format=csv").body().lines().count());
    String secondId = sessions.get(1).path("id").asText();
    assertEquals(404, stranger.delete("/me/sessions/" + secondId).status());
    assertEquals(404, stranger.delete("/me/sessions/x").status());
    assertEquals(200, first.delete("/me/sessions/" + secondId).status());
    assertEquals(401, second.get("/session").status());
    assertEquals(200, first.delete("/me/sessions").status());
    assertEquals(401, third.get("/session").status());
    assertEquals(200, first.get("/session").status());
    assertEquals(1, first.get("/me/sessions").json().path("sessions").size());
  }

  @ConcurrentTest
  void aSessionEndsWhenItIsUnusedOrOld() {
    User user = USERS.add(false);
    ConsoleBrowser idle = browser().signedIn(user);
    SERVICE
        .sql()
        .run(
            "update console_sessions set last_used_at = now() - interval '12 hours' where user_id = "
                + user.id());
    assertEquals(401, idle.get("/session").status());
    ConsoleBrowser old = browser().signedIn(user);
    SERVICE
        .sql()
        .run("update console_sessions set expires_at = now() where user_id = " + user.id());
    assertEquals(401, old.get("/session").status());
  }

  @ConcurrentTest
  void aNewPasswordEndsTheOtherSessionsAndAllKnownBrowsers() {
    User user = USERS.add(false);
    ConsoleBrowser own = browser().signedIn(user);
    ConsoleBrowser other = browser().signedIn(user);
    String device = own.cookie(ConsoleBrowser.DEVICE);
    Response wrong =
        own.post("/me/password", Map.of("current", "not the one", "new", NEW_PASSWORD));
    assertEquals(401, wrong.status());
    assertEquals("wrong_credentials", code(wrong));
    Response weak =
        own.post("/me/password", Map.of("current", ConsoleUsers.PASSWORD, "new", "password1234"));
    assertEquals("/new", weak.json().at("/errors/0/pointer").asText(), weak::body);
    assertEquals(200, other.get("/session").status());

    Response changed =
        own.post("/me/password", Map.of("current", ConsoleUsers.PASSWORD, "new", NEW_PASSWORD));
    assertEquals(200, changed.status(), changed::body);
    assertEquals(401, other.get("/session").status());
    assertEquals(200, own.get("/session").status());
    assertNotEquals(device, own.cookie(ConsoleBrowser.DEVICE));
    assertEquals(
        1,
        SERVICE.sql().number("select count(*) from console_devices where user_id = ?", user.id()));
    assertEquals(401, browser().signIn(user.email(), ConsoleUsers.PASSWORD).status());
    assertEquals(200, browser().signIn(user.email(), NEW_PASSWORD).status());
    assertEquals(1, USERS.audited("user.changed", "user", Long.toString(user.id())));
  }

  @ConcurrentTest
  void withTotpSigningInNeedsACodeThatIsGoodOnce() {
    User user = USERS.add(false);
    ConsoleBrowser browser = browser().signedIn(user);
    assertEquals(401, browser.post("/me/totp", Map.of("password", "wrong one")).status());
    Response started = browser.post("/me/totp", Map.of("password", ConsoleUsers.PASSWORD));
    String secret = started.json().path("secret").asText();
    assertTrue(started.json().path("uri").asText().contains("secret=" + secret), started::body);
    // Not yet confirmed.
    assertEquals(200, browser().signIn(user.email(), ConsoleUsers.PASSWORD).status());
    assertEquals("wrong_code", code(browser.post("/me/totp/confirm", Map.of("code", "000000x"))));

    Instant now = Instant.now();
    Response confirmed =
        browser.post("/me/totp/confirm", Map.of("code", OneTimeCodes.at(secret, now)));
    assertEquals(10, confirmed.json().path("recoveryCodes").size(), confirmed::body);
    assertEquals("code_required", code(browser().signIn(user.email(), ConsoleUsers.PASSWORD)));
    Response used =
        browser().signIn(user.email(), ConsoleUsers.PASSWORD, OneTimeCodes.at(secret, now));
    assertEquals("wrong_code", code(used));
    String next = OneTimeCodes.at(secret, now.plusSeconds(30));
    assertEquals(200, browser().signIn(user.email(), ConsoleUsers.PASSWORD, next).status());
    assertEquals("wrong_code", code(browser().signIn(user.email(), ConsoleUsers.PASSWORD, next)));
    assertStoredEncrypted(user, secret);
    assertRecoveryCodesAreGoodOnce(user, browser, confirmed.json().path("recoveryCodes"));
  }

  private static void assertStoredEncrypted(User user, String secret) {
    assertFalse(
        SERVICE
            .sql()
            .text("select console_users from console_users where id = ?", user.id())
            .contains(secret));
    assertEquals(
        0,
        SERVICE
            .sql()
            .number(
                "select count(*) from audit_log where audit_log::text like ?", "%" + secret + "%"));
  }

  private static void assertRecoveryCodesAreGoodOnce(
      User user, ConsoleBrowser browser, JsonNode codes) {
    String typed = codes.get(0).asText().replace("-", " ").toUpperCase(Locale.ROOT);
    assertEquals(200, browser().signIn(user.email(), ConsoleUsers.PASSWORD, typed).status());
    assertEquals(
        401, browser().signIn(user.email(), ConsoleUsers.PASSWORD, codes.get(0).asText()).status());
    Response removed =
        browser.delete(
            "/me/totp", Map.of("password", ConsoleUsers.PASSWORD, "code", codes.get(1).asText()));
    assertEquals(200, removed.status(), removed::body);
    assertEquals(200, browser().signIn(user.email(), ConsoleUsers.PASSWORD).status());
    assertEquals(
        List.of("0"),
        List.of(
            SERVICE
                .sql()
                .text("select count(*) from console_recovery_codes where user_id = ?", user.id())));
  }

  @ConcurrentTest
  void wrongCodesCountAsFailedSignIns() {
    User user = USERS.add(false);
    ConsoleBrowser browser = browser().signedIn(user);
    String secret =
        browser
            .post("/me/totp", Map.of("password", ConsoleUsers.PASSWORD))
            .json()
            .path("secret")
            .asText();
    browser.post("/me/totp/confirm", Map.of("code", OneTimeCodes.at(secret, Instant.now())));
    ConsoleBrowser guesser = browser();
    for (int i = 0; i < 10; i++) {
      Response wrong = guesser.signIn(user.email(), ConsoleUsers.PASSWORD, "guess-" + i);
      assertEquals("wrong_code", code(wrong));
    }
    assertEquals(
        429,
        guesser
            .signIn(
                user.email(),
                ConsoleUsers.PASSWORD,
                OneTimeCodes.at(secret, Instant.now().plusSeconds(30)))
            .status());
  }
}
