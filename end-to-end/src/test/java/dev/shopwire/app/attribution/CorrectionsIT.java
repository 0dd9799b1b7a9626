package dev.shopwire.app.attribution;

import static dev.shopwire.app.support.AttributionFixture.API;
import static dev.shopwire.app.support.AttributionFixture.assertCredited;
import static dev.shopwire.app.support.AttributionFixture.assertErrors;
import static dev.shopwire.app.support.AttributionFixture.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.testing.Http.Response;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Corrections of a shop's credit by an admin (docs/api/attribution.md). */
@Tag("everywhere")
class CorrectionsIT {
  private static final String SHOP = "acme.example.com";

  private final AttributionFixture app = AttributionFixture.inNewWorkspace();
  private final String jane = app.affiliate("Jane", "JANE10");
  private final String john = app.affiliate("John", "JOHN10");

  private JsonNode correct(String affiliateId, String reason) {
    Response response = app.correct(app.customerId(SHOP), affiliateId, reason);
    assertEquals(200, response.status(), response::body);
    return response.json().path("correction");
  }

  private JsonNode storedCredit() {
    JsonNode credits = app.console().get(app.workspace("/attributions")).json();
    assertEquals(1, credits.path("attributions").size());
    return credits.at("/attributions/0");
  }

  @Test
  void aCreditIsMovedWithAReason() {
    app.sendCode(SHOP, "JANE10");
    JsonNode entry = correct(john, "  she called first ");
    assertEquals("reassigned", entry.path("outcome").asText());
    assertEquals("John", entry.at("/winner/name").asText());
    assertEquals("she called first", entry.path("note").asText());
    assertEquals("manual", entry.path("carrier").asText());
    assertTrue(entry.path("code").isNull() && entry.path("reason").isNull());
    assertEquals(entry, app.log("").get(0));
    assertEquals("John/null/manual", app.credit(SHOP));
    assertEquals(john, storedCredit().at("/affiliate/id").asText());
    assertTrue(storedCredit().path("correctedAt").isTextual());
    assertRefused(app.sendCode(SHOP, "JANE10"), "already attributed");
    assertEquals("John", app.log("").get(0).at("/winner/name").asText());
  }

  @Test
  void aRemovedCreditBlocksLaterCodes() {
    app.sendCode(SHOP, "JANE10");
    JsonNode entry = correct("null", "fraud");
    assertEquals("removed", entry.path("outcome").asText());
    assertTrue(entry.path("winner").isNull());
    assertEquals("none", app.credit(SHOP));
    assertTrue(storedCredit().path("affiliate").isNull());
    assertRefused(app.sendCode(SHOP, "JOHN10"), "already attributed");
    assertRefused(app.sendCode(SHOP, "unknown's"), "already attributed");
    assertTrue(app.log("").get(0).path("winner").isNull());
    assertEquals("assigned", correct(jane, "it was none").path("outcome").asText());
    assertEquals("Jane/null/manual", app.credit(SHOP));
  }

  @Test
  void aCreditIsAssignedToAShopWithoutOne() {
    app.sendCode(SHOP, "unknown's");
    assertEquals("assigned", correct(jane, "by telephone").path("outcome").asText());
    assertEquals("Jane/null/manual", app.credit(SHOP));
    assertRefused(app.sendCode(SHOP, "JOHN10"), "already attributed");
    // Another app of the workspace has its own credit.
    assertCredited(app.sibling().sendCode(SHOP, "JOHN10"), "John", "JOHN10");
  }

  @Test
  void aRemovalBeforeTheFirstTouchBlocksLaterCodes() {
    app.sendCode(SHOP, "unknown's");
    assertEquals("removed", correct("null", "our own shop").path("outcome").asText());
    assertRefused(app.sendCode(SHOP, "JANE10"), "already attributed");
    assertEquals("none", app.credit(SHOP));
  }

  @Test
  void anInactiveAffiliateMayBeCreditedByAnAdmin() {
    app.sendCode(SHOP, "unknown's");
    app.change(jane, "\"status\":\"inactive\"");
    assertEquals("assigned", correct(jane, "an old promise").path("outcome").asText());
  }

  @Test
  void aCorrectionRequiresAnAffiliateAndAReason() {
    app.sendCode(SHOP, "JANE10");
    String path = app.appPath("/attributions/" + app.customerId(SHOP) + "/correction");
    assertErrors(
        app.console().post(path, "{\"reason\":\" \"}"),
        "/affiliateId required, /reason invalid_length");
    assertErrors(app.console().post(path, "{\"affiliateId\":null}"), "/reason required");
    assertErrors(
        app.console().post(path, "{\"affiliateId\":\"x\",\"reason\":7}"),
        "/affiliateId required, /reason invalid_type");
    assertErrors(
        app.correct(app.customerId(SHOP), john, "a".repeat(1_001)), "/reason invalid_length");
    assertErrors(
        app.correct(app.customerId(SHOP), "999999999", "why"), "/affiliateId unknown_affiliate");
    assertErrors(
        app.correct(app.customerId(SHOP), "\"99999999999\"", "why"),
        "/affiliateId unknown_affiliate");
    assertErrors(
        app.correct(app.customerId(SHOP), "\"9999999999999999999\"", "why"),
        "/affiliateId required");
    assertEquals("Jane/JANE10/api", app.credit(SHOP));
    assertEquals("JANE10: attributed", app.logSummary());
    // An id may be a number or, as in responses, a string.
    assertEquals("John", correct("\"" + john + "\"", "why").at("/winner/name").asText());
  }

  @Test
  void anotherWorkspacesAffiliatesAndShopsAreUnknown() {
    AttributionFixture other = AttributionFixture.inNewWorkspace();
    String foreign = other.affiliate("Foreign", "FOREIGN");
    other.sendCode(SHOP, "FOREIGN");
    app.sendCode(SHOP, "JANE10");
    Response unknown = app.correct(app.customerId(SHOP), foreign, "why");
    assertErrors(unknown, "/affiliateId unknown_affiliate");
    assertFalse(unknown.body().contains("Foreign"));
    assertEquals(404, app.correct(other.customerId(SHOP), jane, "why").status());
    assertEquals("Foreign/FOREIGN/api", other.credit(SHOP));
    assertEquals("Jane/JANE10/api", app.credit(SHOP));
    assertEquals(1, other.log("").size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"999999999", "99999999999", "9999999999999999999", "x", "1%2F2", "-1"})
  void unknownIdsAreNotFound(String id) {
    assertEquals(404, app.correct(id, jane, "why").status());
    app.sendCode(SHOP, "JANE10");
    String body = "{\"affiliateId\":" + jane + ",\"reason\":\"why\"}";
    String path = API + "/apps/" + id + "/attributions/" + app.customerId(SHOP) + "/correction";
    assertEquals(404, app.console().post(path, body).status());
  }
}
