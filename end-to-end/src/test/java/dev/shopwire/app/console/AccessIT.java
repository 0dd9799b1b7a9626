package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.ConsoleUsers.User;
import dev.shopwire.app.support.OneTimeCodes;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Tenants;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests who may do what: roles, foreign workspaces, API tokens, required TOTP. */
@Tag("everywhere")
class AccessIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final Tenants TENANTS = SERVICE.tenants();
  private static final ConsoleUsers USERS = new ConsoleUsers(SERVICE.sql());
  private static final byte[] NOTHING = new byte[0];
  private static final Map<String, String> KEY = Map.of("name", "a key");

  private final Tenants.App own = TENANTS.app();
  private final Tenants.App foreign = TENANTS.app();

  private static ConsoleBrowser browser() {
    return new ConsoleBrowser(SERVICE.consoleUrl());
  }

  private ConsoleBrowser member(String role) {
    return browser().signedIn(USERS.add(own.workspaceId(), role));
  }

  private static String code(Response response) {
    return response.json().path("code").asText();
  }

  private static String apps(Tenants.App app) {
    return "/workspaces/" + app.workspaceId() + "/apps";
  }

  private static String keys(Tenants.App app) {
    return "/apps/" + app.appId() + "/keys";
  }

  @Test
  void whoIsNotSignedInGetsNothing() {
    for (String path : List.of(apps(own), keys(own), "/session", "/me/sessions", "/status")) {
      Response response = browser().get(path);
      assertEquals(401, response.status(), path);
      assertEquals("unauthorized", code(response));
    }
    // No 422 reveals anything to a stranger.
    assertEquals(401, browser().post(keys(own), Map.of("unknown", 1)).status());
    assertEquals(401, browser().get(apps(own) + "?unknown=1").status());
  }

  @Test
  void eachRoleMayDoWhatItIncludes() {
    ConsoleBrowser analyst = member("analyst");
    assertEquals(200, analyst.get(apps(own)).status());
    assertEquals("role_required", code(analyst.get(keys(own))));
    assertEquals("role_required", code(analyst.post(keys(own), KEY)));
    assertEquals("role_required", code(analyst.post(keys(own), Map.of("unknown", 1))));
    ConsoleBrowser admin = member("admin");
    assertEquals(200, admin.get(keys(own)).status());
    assertEquals(200, admin.post(keys(own), KEY).status());
    assertEquals("role_required", code(admin.post("/workspaces", Map.of("name", "x"))));
    ConsoleBrowser owner = member("owner");
    assertEquals("role_required", code(owner.post("/workspaces", Map.of("name", "x"))));
    ConsoleBrowser operator = browser().signedIn(USERS.add(true));
    assertEquals(200, operator.post("/workspaces", Map.of("name", "a workspace")).status());
    assertEquals(200, operator.post(keys(own), KEY).status());
    assertEquals(200, operator.post(keys(foreign), KEY).status());
  }

  @Test
  void foreignIdsAreLikeUnknownOnes() {
    ConsoleBrowser owner = member("owner");
    for (String path :
        List.of(
            apps(foreign),
            keys(foreign),
            "/workspaces/" + foreign.workspaceId() + "/customers",
            "/workspaces/" + foreign.workspaceId() + "/affiliates",
            "/workspaces/99999999/apps",
            "/apps/99999999/keys",
            "/apps/x/keys",
            "/affiliates/99999999",
            "/webhook-endpoints/99999999",
            "/usage-metrics/99999999",
            "/replays/99999999",
            "/deliveries/1-0192f1d65c7a7b6c9f0e4b2a7c1d8e3f",
            "/customers/cus_5be193d07ac4f62c")) {
      Response response = owner.get(path);
      assertEquals(404, response.status(), path);
      ObjectNode body = (ObjectNode) response.json();
      body.remove(List.of("requestId", "traceId"));
      assertEquals("unknown_id", body.path("code").asText(), path);
      assertEquals("No resource has this id", body.path("detail").asText(), path);
    }
    assertEquals(404, owner.post(keys(foreign), KEY).status());
    assertEquals(404, owner.post(keys(foreign), Map.of("unknown", 1)).status());
    assertEquals(
        1,
        SERVICE
            .sql()
            .number(
                "select count(*) from api_keys where app_id = ?", Long.parseLong(foreign.appId())));
  }

  @Test
  void aChangedRoleAndARemovedMembershipHoldAtOnce() {
    User user = USERS.add(own.workspaceId(), "admin");
    ConsoleBrowser browser = browser().signedIn(user);
    String token = USERS.token(user, own.workspaceId(), "admin");
    assertEquals(200, browser.post(keys(own), KEY).status());
    SERVICE
        .sql()
        .run("update console_memberships set role = 'analyst' where user_id = " + user.id());
    assertEquals("role_required", code(browser.post(keys(own), KEY)));
    assertEquals("role_required", code(with(token, "POST", keys(own))));
    SERVICE.sql().run("delete from console_memberships where user_id = " + user.id());
    assertEquals(404, browser.get(apps(own)).status());
    assertEquals(401, with(token, "GET", apps(own)).status());
    SERVICE.sql().run("update console_users set disabled = true where id = " + user.id());
    assertEquals(401, browser.get("/session").status());
  }

  private static Response with(String token, String method, String path) {
    return browser()
        .send(
            method,
            path,
            Map.of("Authorization", "Bearer " + token),
            method.equals("GET")
                ? NOTHING
                : "{\"name\":\"a key\"}".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void anApiTokenMayAtMostWhatItsRoleMayAndNothingAboutRights() {
    User user = USERS.add(own.workspaceId(), "owner");
    USERS.join(user, foreign.workspaceId(), "owner");
    String reader = USERS.token(user, own.workspaceId(), "analyst");
    String writer = USERS.token(user, own.workspaceId(), "admin");
    assertEquals(200, with(reader, "GET", apps(own)).status());
    assertEquals("role_required", code(with(reader, "POST", keys(own))));
    assertEquals(200, with(writer, "POST", keys(own)).status());
    assertEquals(404, with(writer, "GET", apps(foreign)).status());
    for (String path : List.of("/session", "/me/sessions")) {
      assertEquals("session_required", code(with(writer, "GET", path)));
    }
    assertEquals("session_required", code(with(writer, "POST", "/workspaces")));
    assertEquals(401, with(writer + "x", "GET", apps(own)).status());
    Poll.until(
        Duration.ofSeconds(5),
        () -> "the last use of both tokens is recorded",
        () ->
            SERVICE
                    .sql()
                    .number(
                        "select count(last_used_at) from console_api_tokens where user_id = ?",
                        user.id())
                == 2);
    SERVICE
        .sql()
        .run("update console_api_tokens set expires_at = now() where user_id = " + user.id());
    assertEquals(401, with(writer, "GET", apps(own)).status());
  }

  @Test
  void aWorkspaceMayRequireTotp() {
    User user = USERS.add(own.workspaceId(), "admin");
    ConsoleBrowser browser = browser().signedIn(user);
    String token = USERS.token(user, own.workspaceId(), "admin");
    SERVICE
        .sql()
        .run(
            "insert into console_workspace_settings (workspace_id, require_totp) values ("
                + own.workspaceId()
                + ", true)");
    Response refused = browser.get(apps(own));
    assertEquals(403, refused.status());
    assertEquals("totp_required", code(refused));
    assertEquals("totp_required", code(with(token, "GET", apps(own))));
    String secret =
        browser
            .post("/me/totp", Map.of("password", ConsoleUsers.PASSWORD))
            .json()
            .path("secret")
            .asText();
    browser.post("/me/totp/confirm", Map.of("code", OneTimeCodes.at(secret, Instant.now())));
    assertEquals(200, browser.get(apps(own)).status());
    assertEquals(200, with(token, "GET", apps(own)).status());
  }
}
