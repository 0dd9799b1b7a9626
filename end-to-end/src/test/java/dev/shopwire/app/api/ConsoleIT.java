package dev.shopwire.app.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.role.Role;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the console's calls for workspaces, apps and keys. */
@Tag("everywhere")
class ConsoleIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final SchemaCheckedHttp CONSOLE = TENANTS.console();
  private static final String API = "/console/api";

  private static SchemaCheckedHttp as(String token) {
    return new SchemaCheckedHttp(
        RunningService.shared().consoleUrl(),
        API + "/openapi.json",
        Map.of("Authorization", token));
  }

  @Test
  void everyCallNeedsTheAdminTokenAndGuessingItIsRateLimited() {
    for (String token : List.of("", "Bearer wrong", "Basic " + RunningService.ADMIN_TOKEN)) {
      SchemaCheckedHttp unauthorized = as(token);
      assertEquals(401, unauthorized.get(API + "/workspaces").status());
      assertEquals(401, unauthorized.post(API + "/workspaces", "{\"name\":\"x\"}").status());
      assertEquals(401, unauthorized.delete(API + "/apps/1/keys/x").status());
    }
    SchemaCheckedHttp guesser = as("Bearer guess");
    int status = 401;
    for (int i = 0; i < 20 && status == 401; i++) {
      status = guesser.get(API + "/workspaces").status();
    }
    assertEquals(429, status);
    // A valid token is never locked out, not even from the same address.
    assertEquals(200, CONSOLE.get(API + "/workspaces").status());
  }

  @Test
  void aWorkspaceAnAppAndAKeyAreCreatedAndListed() {
    Tenants.App app = TENANTS.app();
    Response apps = CONSOLE.get(API + "/workspaces/" + app.workspaceId() + "/apps");
    assertEquals(app.appId(), apps.json().at("/apps/0/id").asText());
    Response keys = CONSOLE.get(API + "/apps/" + app.appId() + "/keys");
    assertEquals(app.keyId(), keys.json().at("/keys/0/id").asText());
    assertFalse(keys.body().contains(app.key().substring(21)), "a secret is listed");
    assertEquals(1_000_000, keys.json().at("/keys/0/limits/requestsPerSecond").asInt());
  }

  @Test
  void responsesWithSecretsAreNotCached() {
    Tenants.App app = TENANTS.app();
    Response key = CONSOLE.post(API + "/apps/" + app.appId() + "/keys", "{\"name\":\"k\"}");
    assertFalse(key.json().path("secret").asText().isEmpty());
    Response endpoint =
        CONSOLE.post(
            API + "/workspaces/" + app.workspaceId() + "/webhook-endpoints",
            "{\"url\":\"https://receiver.example.com/\",\"topics\":[\"customers/usage_event\"]}");
    assertTrue(endpoint.body().contains("\"signingSecret\":\"whsec_"), endpoint::body);
    Response rotated =
        CONSOLE.post(
            API
                + "/webhook-endpoints/"
                + endpoint.json().at("/webhookEndpoint/id").asText()
                + "/rotate-secret",
            "{}");
    Response setUp = CONSOLE.post(API + "/setup", "{\"token\":\"guess\"}");
    for (Response response : List.of(key, endpoint, rotated, setUp)) {
      assertEquals("no-store", response.header("Cache-Control"), response::body);
    }
  }

  @Test
  void aDuplicateSlugAndInvalidFieldsCreateNothing() {
    Tenants.App app = TENANTS.app();
    String path = API + "/workspaces/" + app.workspaceId() + "/apps";
    String slug = CONSOLE.get(path).json().at("/apps/0/slug").asText();
    Response duplicate = CONSOLE.post(path, "{\"slug\":\"" + slug + "\",\"name\":\"again\"}");
    assertEquals(422, duplicate.status());
    assertEquals("/slug", duplicate.json().at("/errors/0/pointer").asText());
    Response invalid = CONSOLE.post(path, "{\"slug\":\"Not A Slug\",\"name\":7}");
    assertEquals(2, invalid.json().path("errors").size());
    assertEquals(1, CONSOLE.get(path).json().path("apps").size());
  }

  @Test
  void missingResourcesAre404() {
    assertEquals(404, CONSOLE.get(API + "/workspaces/99999999/apps").status());
    assertEquals(404, CONSOLE.get(API + "/workspaces/x'--/apps".replace("'", "%27")).status());
    assertEquals(404, CONSOLE.post(API + "/apps/99999999/keys", "{\"name\":\"k\"}").status());
    Tenants.App app = TENANTS.app();
    Tenants.App other = TENANTS.app();
    assertEquals(
        404, CONSOLE.delete(API + "/apps/" + other.appId() + "/keys/" + app.keyId()).status());
    assertEquals(
        200,
        app.api()
            .post("/v1/usage_events", "{\"eventName\":\"a\",\"customerId\":\"s.example.com\"}")
            .status());
  }

  @Test
  void listsArePagedByCursor() {
    Tenants.App first = TENANTS.app();
    for (int i = 0; i < 6; i++) {
      TENANTS.app(first.workspaceId());
    }
    List<String> ids = new ArrayList<>();
    String cursor = "";
    boolean more = true;
    while (more) {
      Response page =
          CONSOLE.get(API + "/workspaces/" + first.workspaceId() + "/apps?take=3" + cursor);
      page.json().path("apps").forEach(app -> ids.add(app.path("id").asText()));
      more = page.json().path("hasNextPage").asBoolean();
      cursor = "&cursor=" + page.json().path("cursor").asText();
    }
    assertEquals(7, ids.size());
    assertEquals(7, ids.stream().distinct().count());
    assertEquals(422, CONSOLE.get(API + "/workspaces?take=0").status());
    assertEquals(422, CONSOLE.get(API + "/workspaces?cursor=x").status());
  }

  @Test
  void everyRoleIsReportedReady() {
    Response response = CONSOLE.get(API + "/status");
    assertEquals(Role.ids().size(), response.json().path("roles").size());
    response.json().path("roles").forEach(role -> assertTrue(role.path("ready").asBoolean()));
    assertEquals(0, response.json().at("/webhookSecrets/underOldKeys").asInt(-1), response::body);
  }
}
