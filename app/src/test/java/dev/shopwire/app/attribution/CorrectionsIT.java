package dev.shopwire.app.attribution;

import static dev.shopwire.app.support.AttributionFixture.API;
import static dev.shopwire.app.support.AttributionFixture.assertCredited;
import static dev.shopwire.app.support.AttributionFixture.assertFaults;
import static dev.shopwire.app.support.AttributionFixture.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.testing.Http.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an admin decides over a shop's credit (docs/api/attribution.md). */
@Tag("everywhere")
class CorrectionsIT {
  private static final String SHOP = "acme.example.com";

  private final AttributionFixture app = AttributionFixture.inNewWorkspace();
  private final String jane = app.affiliate("Jane", "JANE10");
  private final String john = app.affiliate("John", "JOHN10");

  private JsonNode correct(String affiliateId, String reason) {
    Answer answer = app.correct(app.customerId(SHOP), affiliateId, reason);
    assertEquals(200, answer.status(), answer::body);
    return answer.json().path("correction");
  }

  private JsonNode stored() {
    JsonNode credits = app.console().get(app.workspace("/attributions")).json();
    assertEquals(1, credits.path("attributions").size());
    return credits.at("/attributions/0");
  }

  @Test
  void aCreditIsMovedWithAReason() {
    app.see(SHOP, "JANE10");
    JsonNode entry = correct(john, "  she called first ");
    assertEquals("reassigned", entry.path("outcome").asText());
    assertEquals("John", entry.at("/winner/name").asText());
    assertEquals("she called first", entry.path("note").asText());
    assertEquals("manual", entry.path("carrier").asText());
    assertTrue(entry.path("code").isNull() && entry.path("reason").isNull());
    assertEquals(entry, app.log("").get(0));
    assertEquals("John/null/manual", app.credit(SHOP));
    assertEquals(john, stored().at("/affiliate/id").asText());
    assertTrue(stored().path("correctedAt").isTextual());
    assertRefused(app.see(SHOP, "JANE10"), "already attributed");
    assertEquals("John", app.log("").get(0).at("/winner/name").asText());
  }

  @Test
  void aCreditThatWasTakenAwayStaysSettled() {
    app.see(SHOP, "JANE10");
    JsonNode entry = correct("null", "fraud");
    assertEquals("removed", entry.path("outcome").asText());
    assertTrue(entry.path("winner").isNull());
    assertEquals("none", app.credit(SHOP));
    assertTrue(stored().path("affiliate").isNull());
    assertRefused(app.see(SHOP, "JOHN10"), "already attributed");
    assertRefused(app.see(SHOP, "nobody's"), "already attributed");
    assertTrue(app.log("").get(0).path("winner").isNull());
    assertEquals("assigned", correct(jane, "it was none").path("outcome").asText());
    assertEquals("Jane/null/manual", app.credit(SHOP));
  }

  @Test
  void aCreditIsGivenWhereNobodyHadOne() {
    app.see(SHOP, "nobody's");
    assertEquals("assigned", correct(jane, "by telephone").path("outcome").asText());
    assertEquals("Jane/null/manual", app.credit(SHOP));
    assertRefused(app.see(SHOP, "JOHN10"), "already attributed");
    // The other app of the workspace decides for itself.
    assertCredited(app.sibling().see(SHOP, "JOHN10"), "John", "JOHN10");
  }

  @Test
  void nothingCanBeTakenFromAShopBeforeItsFirstTouchAndThenNobodyGetsIt() {
    app.see(SHOP, "nobody's");
    assertEquals("removed", correct("null", "our own shop").path("outcome").asText());
    assertRefused(app.see(SHOP, "JANE10"), "already attributed");
    assertEquals("none", app.credit(SHOP));
  }

  @Test
  void anAffiliateThatIsOutMayBeCreditedByHand() {
    app.see(SHOP, "nobody's");
    app.change(jane, "\"status\":\"inactive\"");
    assertEquals("assigned", correct(jane, "an old promise").path("outcome").asText());
  }

  @Test
  void aCorrectionSaysWhoAndWhy() {
    app.see(SHOP, "JANE10");
    String path = app.appPath("/attributions/" + app.customerId(SHOP) + "/correction");
    assertFaults(
        app.console().post(path, "{\"reason\":\" \"}"),
        "/affiliateId required, /reason invalid_length");
    assertFaults(app.console().post(path, "{\"affiliateId\":null}"), "/reason required");
    assertFaults(
        app.console().post(path, "{\"affiliateId\":\"x\",\"reason\":7}"),
        "/affiliateId required, /reason invalid_type");
    assertFaults(
        app.correct(app.customerId(SHOP), john, "a".repeat(1_001)), "/reason invalid_length");
    assertFaults(
        app.correct(app.customerId(SHOP), "999999999", "why"), "/affiliateId unknown_affiliate");
    assertFaults(
        app.correct(app.customerId(SHOP), "\"99999999999\"", "why"), "/affiliateId required");
    assertEquals("Jane/JANE10/api", app.credit(SHOP));
    assertEquals("JANE10: attributed", app.story());
    // An id may be the text that every answer shows, or a number.
    assertEquals("John", correct("\"" + john + "\"", "why").at("/winner/name").asText());
  }

  @Test
  void anotherWorkspacesPeopleAndShopsAreUnknown() {
    AttributionFixture other = AttributionFixture.inNewWorkspace();
    String foreign = other.affiliate("Foreign", "FOREIGN");
    other.see(SHOP, "FOREIGN");
    app.see(SHOP, "JANE10");
    Answer unknown = app.correct(app.customerId(SHOP), foreign, "why");
    assertFaults(unknown, "/affiliateId unknown_affiliate");
    assertFalse(unknown.body().contains("Foreign"));
    assertEquals(404, app.correct(other.customerId(SHOP), jane, "why").status());
    assertEquals("Foreign/FOREIGN/api", other.credit(SHOP));
    assertEquals("Jane/JANE10/api", app.credit(SHOP));
    assertEquals(1, other.log("").size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"999999999", "99999999999", "9999999999999999999", "x", "1%2F2", "-1"})
  void whatIsNotThereIs404(String id) {
    assertEquals(404, app.correct(id, jane, "why").status());
    app.see(SHOP, "JANE10");
    String body = "{\"affiliateId\":" + jane + ",\"reason\":\"why\"}";
    String path = API + "/apps/" + id + "/attributions/" + app.customerId(SHOP) + "/correction";
    assertEquals(404, app.console().post(path, body).status());
  }
}
