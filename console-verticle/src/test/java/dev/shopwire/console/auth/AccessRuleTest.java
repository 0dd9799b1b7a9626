package dev.shopwire.console.auth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.docs.ApiOperation;
import dev.shopwire.console.auth.AccessRule.Credentials;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what operations require, by their method, path and role. */
class AccessRuleTest {
  private static AccessRule rule(String method, String path, String role) {
    return AccessRule.of(
        new ApiOperation("anOperation", HttpMethod.valueOf(method), path, role, List.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "/console/api/workspaces/:id/apps, WORKSPACES, id",
    "/console/api/apps/:id/keys/:key, APPS, id",
    "/console/api/customers/:customer, CUSTOMERS, customer",
    "/console/api/custom-fields/:id/promote, CUSTOM_FIELDS, id",
    "/console/api/contacts/:id, CONTACTS, id",
    "/console/api/affiliates/:id/codes/:code, AFFILIATES, id",
    "/console/api/webhook-endpoints/:id, WEBHOOK_ENDPOINTS, id",
    "/console/api/replays/:id, REPLAYS, id",
    "/console/api/deliveries/:id, DELIVERIES, id",
    "/console/api/usage-metrics/:id, USAGE_METRICS, id",
    "/console/api/saved-views/:id, SAVED_VIEWS, id",
    "/console/api/invitations/:id, INVITATIONS, id"
  })
  void theFirstIdInThePathIdentifiesTheResource(String path, Resource kind, String parameter) {
    AccessRule rule = rule("GET", path, "analyst");
    assertEquals(Optional.of(kind), rule.resource());
    assertEquals(parameter, rule.parameter());
    assertEquals(AccessLevel.ANALYST, rule.least());
    assertFalse(rule.isWrite());
  }

  @ParameterizedTest
  @ValueSource(strings = {"analyst", "admin", "owner"})
  void aRoleInAWorkspaceNeedsAResource(String role) {
    assertThrows(IllegalStateException.class, () -> rule("GET", "/console/api/workspaces", role));
    assertThrows(
        IllegalStateException.class, () -> rule("GET", "/console/api/something-new/:id", role));
  }

  @Test
  void anOperationWithoutAKnownRoleIsRejected() {
    assertThrows(IllegalStateException.class, () -> rule("GET", "/console/api/status", ""));
    assertThrows(IllegalStateException.class, () -> rule("GET", "/console/api/status", "root"));
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /console/api/me/sessions, user, SESSION",
    "PATCH, /console/api/me, user, SESSION",
    "DELETE, /console/api/session, user, SESSION",
    "GET, /console/api/session, user, NO_API_TOKEN",
    "GET, /console/api/status, user, ANY",
    "POST, /console/api/workspaces, operator, NO_API_TOKEN",
    "GET, /console/api/users, operator, NO_API_TOKEN",
    "GET, /console/api/workspaces/:id/users, analyst, ANY",
    "PATCH, /console/api/workspaces/:id/users/:userId, admin, NO_API_TOKEN",
    "POST, /console/api/workspaces/:id/invitations, admin, NO_API_TOKEN",
    "DELETE, /console/api/invitations/:id, admin, NO_API_TOKEN",
    "DELETE, /console/api/workspaces/:id/tokens/:tokenId, admin, NO_API_TOKEN",
    "POST, /console/api/workspaces/:id/apps, admin, ANY",
    "DELETE, /console/api/apps/:id/keys/:key, admin, ANY"
  })
  void ownAccountsAndRightsNeedASession(
      String method, String path, String role, Credentials expected) {
    assertEquals(expected, rule(method, path, role).credentials());
  }

  @Test
  void everythingButReadsIsAWrite() {
    for (String method : List.of("POST", "PUT", "PATCH", "DELETE")) {
      assertTrue(rule(method, "/console/api/apps/:id", "admin").isWrite());
    }
    assertFalse(rule("HEAD", "/console/api/apps/:id", "admin").isWrite());
  }
}
