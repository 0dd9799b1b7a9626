package dev.shopwire.app.console;

import static dev.shopwire.app.console.PeopleFixture.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests users' API tokens: what they allow, and when they end. */
@Tag("everywhere")
class ApiTokensIT {
  private final PeopleFixture people = new PeopleFixture();

  private Response create(ConsoleBrowser as, String role) {
    return as.post(
        "/me/tokens", Map.of("name", "a script", "role", role, "workspaceId", people.workspace));
  }

  private static Response with(Response created, String method, String path, String body) {
    String secret = created.json().path("secret").asText();
    return PeopleFixture.browser()
        .send(
            method,
            path,
            Map.of("Authorization", "Bearer " + secret, "Cookie", "", "X-CSRF-Token", ""),
            body.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aTokenDoesWhatItsRoleAllowsInItsWorkspace() {
    Response created = create(people.asAdmin, "analyst");
    assertEquals(200, created.status(), created::body);
    JsonNode token = created.json().path("token");
    assertEquals(people.workspace, token.at("/workspace/id").asText());
    assertTrue(token.path("lastUsedAt").isNull() && token.path("expiresAt").isNull());
    String secret = created.json().path("secret").asText();
    assertTrue(secret.startsWith(token.path("prefix").asText() + "_"));

    assertEquals(200, with(created, "GET", people.path("/users"), "").status());
    assertRefused(403, "role_required", with(created, "GET", people.path("/audit-log"), ""));
    assertRefused(404, "unknown_id", with(created, "GET", new PeopleFixture().path("/users"), ""));
    assertRefused(403, "session_required", with(created, "GET", "/me/tokens", ""));

    Response strong = create(people.asAdmin, "admin");
    assertEquals(200, with(strong, "GET", people.path("/audit-log"), "").status());
    for (String path :
        List.of(people.path("/invitations"), people.user(people.analyst) + "/reset")) {
      assertRefused(403, "session_required", with(strong, "POST", path, "{}"));
    }
    assertRefused(
        403,
        "session_required",
        with(strong, "PATCH", people.user(people.analyst), "{\"role\":\"admin\"}"));
    Poll.until(
        Duration.ofSeconds(5),
        () -> "the last use is recorded",
        () -> listed(people.asAdmin).get(0).path("lastUsedAt").isTextual());
    assertFalse(
        people
            .sql
            .text("select string_agg(t::text, ' ') from console_api_tokens t")
            .contains(secret));
  }

  private static JsonNode listed(ConsoleBrowser as) {
    return as.get("/me/tokens").json().path("tokens");
  }

  @Test
  void aTokensRoleIsAtMostThatOfItsUserThenAndLater() {
    assertRefused(403, "role_required", create(people.asAnalyst, "admin"));
    assertRefused(403, "role_required", create(people.asAdmin, "owner"));
    Response foreign =
        people.asAdmin.post(
            "/me/tokens",
            Map.of("name", "x", "role", "analyst", "workspaceId", new PeopleFixture().workspace));
    assertRefused(422, "unknown_workspace", foreign);
    Response invalid =
        people.asAdmin.post(
            "/me/tokens",
            Map.of("role", "x", "workspaceId", "x", "expiresAt", "2020-01-01T00:00:00Z"));
    assertEquals(
        List.of("/name", "/role", "/workspaceId", "/expiresAt"),
        invalid.json().path("errors").findValuesAsText("pointer"));
    assertEquals(0, people.audited("token.created"));

    Response token = create(people.asAdmin, "admin");
    people.asOwner.patch(people.user(people.admin), Map.of("role", "analyst"));
    assertRefused(403, "role_required", with(token, "GET", people.path("/audit-log"), ""));
    assertEquals(200, with(token, "GET", people.path("/users"), "").status());
  }

  @Test
  void aTokenEndsByItsUserByAnAdminWithTimeAndWithTheMembership() {
    Response own = create(people.asAnalyst, "analyst");
    Response ended = create(people.asAnalyst, "analyst");
    Response expired = create(people.asAnalyst, "analyst");
    Response last = create(people.asAnalyst, "analyst");
    String id = own.json().at("/token/id").asText();
    assertRefused(404, "unknown_token", people.asAdmin.delete("/me/tokens/" + id));
    assertEquals(200, people.asAnalyst.delete("/me/tokens/" + id).status());
    assertRefused(404, "unknown_token", people.asAnalyst.delete("/me/tokens/" + id));

    JsonNode all = people.asAdmin.get(people.path("/tokens")).json().path("tokens");
    assertEquals(3, all.size());
    assertEquals(Long.toString(people.analyst.id()), all.at("/0/user/id").asText());
    assertRefused(403, "role_required", people.asAnalyst.get(people.path("/tokens")));
    String endedId = ended.json().at("/token/id").asText();
    PeopleFixture foreign = new PeopleFixture();
    assertRefused(404, "unknown_token", foreign.asOwner.delete(foreign.path("/tokens/" + endedId)));
    assertEquals(200, people.asAdmin.delete(people.path("/tokens/" + endedId)).status());
    people.sql.run(
        "update console_api_tokens set expires_at = now() where id = "
            + expired.json().at("/token/id").asText());
    for (Response token : List.of(own, ended, expired)) {
      assertEquals(401, with(token, "GET", people.path("/users"), "").status());
    }
    assertEquals(200, with(last, "GET", people.path("/users"), "").status());
    people.asAdmin.delete(people.user(people.analyst));
    assertEquals(401, with(last, "GET", people.path("/users"), "").status());
    assertEquals(0, listed(people.asAnalyst).size());
    assertEquals(4, people.audited("token.created"));
    assertEquals(2, people.audited("token.ended"));
  }
}
