package dev.shopwire.app.console.access;

import static dev.shopwire.app.console.access.MatrixCallers.SERVICE;
import static dev.shopwire.app.console.access.MatrixCallers.USERS;
import static dev.shopwire.app.console.access.MatrixCallers.bearer;
import static dev.shopwire.app.console.access.MatrixCallers.browser;
import static dev.shopwire.app.console.access.MatrixCallers.headers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.shopwire.app.console.access.MatrixCaller.Credentials;
import dev.shopwire.app.console.access.MatrixCaller.Flaw;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.ConsoleUsers.User;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.crypto.Hmac;
import dev.shopwire.testing.Http.Response;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Callers with credentials that were valid, or that they made up: stolen, planted, invented. */
final class InvalidCredentials {
  private static final String NEW_PASSWORD = "the new password of one";
  private static final String SECRET = "sw_user_";
  private static final int TOKEN_LENGTH = 43;

  private final WorkspaceResources own;
  private final List<MatrixCaller> callers = new ArrayList<>();

  InvalidCredentials(WorkspaceResources own) {
    this.own = own;
  }

  List<MatrixCaller> all() {
    ofSessions();
    addTokens();
    return callers;
  }

  List<MatrixCaller> ofSessions() {
    addStolenSessions();
    addInventedSessions();
    return callers;
  }

  private void add(String name, Map<String, String> headers) {
    callers.add(new MatrixCaller(name, Credentials.NONE, Flaw.NONE, AccessLevel.USER, headers));
  }

  /** An owner of the workspace, whose session was stolen before something happened. */
  private void addStolen(String name, Consumer<Victim> what) {
    User user = USERS.add(own.workspace, "owner");
    Victim victim = new Victim(user, browser(user));
    Map<String, String> stolen = headers(victim.browser());
    what.accept(victim);
    add("a session stolen before " + name, stolen);
  }

  private record Victim(User user, ConsoleBrowser browser) {}

  private void addStolenSessions() {
    addStolen("the sign-out", victim -> accepted(victim.browser().delete("/session")));
    addStolen(
        "the user ended all others",
        victim -> accepted(browser(victim.user()).delete("/me/sessions")));
    addStolen(
        "a password change",
        victim ->
            accepted(
                browser(victim.user())
                    .post(
                        "/me/password",
                        Map.of("current", ConsoleUsers.PASSWORD, "new", NEW_PASSWORD))));
    addStolen("a password reset", this::reset);
    addStolen("the user was disabled", InvalidCredentials::disable);
    addStolen("its end", victim -> setSession(victim, "expires_at = now()"));
    addStolen(
        "it was idle for too long",
        victim -> setSession(victim, "last_used_at = now() - interval '13 hours'"));
  }

  private static void accepted(Response response) {
    assertEquals(200, response.status(), response::body);
  }

  private void reset(Victim victim) {
    String path = "/workspaces/%s/users/%d/reset".formatted(own.workspace, victim.user().id());
    Response reset = own.asOwner.post(path, Map.of("password", true));
    accepted(reset);
    String link = reset.json().path("link").asText();
    String token = link.substring(link.indexOf("#token=") + "#token=".length());
    accepted(
        new ConsoleBrowser(SERVICE.consoleUrl())
            .post("/password-resets/accept", Map.of("token", token, "password", NEW_PASSWORD)));
  }

  private static void disable(Victim victim) {
    accepted(
        browser(USERS.add(true)).patch("/users/" + victim.user().id(), Map.of("disabled", true)));
  }

  private static void setSession(Victim victim, String change) {
    SERVICE
        .sql()
        .run("update console_sessions set " + change + " where user_id = " + victim.user().id());
  }

  private void addInventedSessions() {
    String planted = "planted" + "0".repeat(TOKEN_LENGTH - "planted".length());
    ConsoleBrowser victim = new ConsoleBrowser(SERVICE.consoleUrl());
    victim.setCookie(ConsoleBrowser.SESSION, planted);
    victim.signedIn(USERS.add(own.workspace, "owner"));
    assertNotEquals(planted, victim.cookie(ConsoleBrowser.SESSION));
    addSession("a session id planted before the sign-in", ConsoleBrowser.SESSION, planted);
    addSession("an invented session id", ConsoleBrowser.SESSION, "x".repeat(TOKEN_LENGTH));
    addSession("a session id of another form", ConsoleBrowser.SESSION, "1");
    String valid = own.asOwner.cookie(ConsoleBrowser.SESSION);
    addSession("a session id in a cookie of any host's name", "shopwire", valid);
    addSession(
        "what the database has of a session",
        ConsoleBrowser.SESSION,
        SERVICE
            .sql()
            .text(
                "select translate(trim(trailing '=' from encode(token_hash, 'base64')), '+/', '-_')"
                    + " from console_sessions where user_id = ? order by id limit 1",
                own.owner.id()));
  }

  /** With the CSRF token that fits: who chose the session id can compute it. */
  private void addSession(String name, String cookie, String id) {
    byte[] csrf =
        Hmac.of(id.getBytes(StandardCharsets.US_ASCII), "csrf".getBytes(StandardCharsets.US_ASCII));
    add(
        name,
        Map.of(
            "Cookie",
            cookie + "=" + id,
            "X-CSRF-Token",
            Base64.getUrlEncoder().withoutPadding().encodeToString(csrf)));
  }

  private void addTokens() {
    addToken("an API token that was ended", "delete from console_api_tokens where user_id = %d");
    addToken(
        "an API token that expired",
        "update console_api_tokens set expires_at = now() where user_id = %d");
    addToken(
        "an API token of a disabled user",
        "update console_users set disabled = true where id = %d");
    addToken(
        "an API token of a removed member", "delete from console_memberships where user_id = %d");
    add("an invented API token", bearer(SECRET + "x".repeat(TOKEN_LENGTH)));
    add("an invented admin token", bearer("sw_admin_" + "x".repeat(TOKEN_LENGTH)));
    Map<String, String> both = new HashMap<>(headers(own.asOwner));
    both.putAll(bearer(SECRET));
    add("an invented API token in a valid session", both);
  }

  private void addToken(String name, String what) {
    User user = USERS.add(own.workspace, "owner");
    String secret = USERS.token(user, own.workspace, "owner");
    SERVICE.sql().run(what.formatted(user.id()));
    add(name, bearer(secret));
  }
}
