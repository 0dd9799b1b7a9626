package dev.shopwire.app.attribution;

import static dev.shopwire.app.support.AttributionFixture.assertCredited;
import static dev.shopwire.app.support.AttributionFixture.assertErrors;
import static dev.shopwire.app.support.AttributionFixture.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.StaffRequests;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** First-touch attribution over HTTP: credits, responses and log rows. */
@Tag("everywhere")
@Tag("cluster")
class AttributionIT {
  private static final String SHOP = "acme.example.com";

  private final AttributionFixture app = AttributionFixture.inNewWorkspace();

  @Test
  void theFirstCodeWinsAndLaterOnesAreRefused() {
    app.affiliate("Jane", "JANE10");
    app.affiliate("John", "JOHN10");
    assertCredited(app.sendCode(SHOP, "JANE10"), "Jane", "JANE10");
    assertAlreadyAttributed(
        app.sendCode(SHOP, "JOHN10"), "{\"name\":\"Jane\",\"code\":\"JANE10\"}", false);
    assertAlreadyAttributed(
        app.sendCode(SHOP, " jane10"), "{\"name\":\"Jane\",\"code\":\"JANE10\"}", true);
    assertAlreadyAttributed(
        app.sendCode(SHOP, "unknown's"), "{\"name\":\"Jane\",\"code\":\"JANE10\"}", false);
    assertEquals("Jane/JANE10/api", app.credit(SHOP));
    assertEquals(
        "JANE10: attributed, JOHN10: already attributed,  jane10: already attributed,"
            + " unknown's: already attributed",
        app.logSummary());
  }

  private static void assertAlreadyAttributed(
      Response response, String affiliate, boolean sameCode) {
    assertRefused(response, "already attributed");
    assertEquals(affiliate, response.json().path("affiliate").toString());
    assertEquals(sameCode, response.json().path("sameCode").booleanValue(), response::body);
  }

  @Test
  void sameCodeMeansAnyCodeOfTheAffiliateAndACorrectionHasNoCode() {
    String jane = app.affiliate("Jane", "JANE10");
    app.console()
        .post(AttributionFixture.API + "/affiliates/" + jane + "/codes", "{\"code\":\"J2\"}");
    app.affiliate("John", "JOHN10");
    app.sendCode(SHOP, "JANE10");
    assertAlreadyAttributed(
        app.sendCode(SHOP, "J2"), "{\"name\":\"Jane\",\"code\":\"JANE10\"}", true);
    app.correct(app.customerId(SHOP), jane, "to be sure");
    assertAlreadyAttributed(app.sendCode(SHOP, "J2"), "{\"name\":\"Jane\",\"code\":null}", true);
    app.correct(app.customerId(SHOP), "null", "fraud");
    assertAlreadyAttributed(app.sendCode(SHOP, "JANE10"), "null", false);
  }

  @Test
  void theLogNamesTheCodesAffiliateAndTheWinner() {
    String jane = app.affiliate("Jane", "JANE10");
    String john = app.affiliate("John", "JOHN10");
    app.sendCode(SHOP, "unknown");
    app.sendCode(SHOP, " jane10 ");
    app.sendCode(SHOP, "JOHN10");
    JsonNode late = app.log("").get(0);
    JsonNode won = app.log("").get(1);
    JsonNode unknown = app.log("").get(2);
    assertEquals(john, late.at("/affiliate/id").asText());
    assertEquals("Jane", late.at("/winner/name").asText());
    assertEquals(jane, won.at("/winner/id").asText());
    assertEquals(" jane10 ", won.path("code").asText());
    assertEquals(app.slug(), won.at("/app/slug").asText());
    assertEquals(SHOP, won.path("myplatformDomain").asText());
    assertTrue(unknown.path("affiliate").isNull() && unknown.path("winner").isNull());
  }

  @Test
  void aRefusedCodeLeavesTheShopUncredited() {
    String jane = app.affiliate("Jane", "JANE10", ",\"status\":\"inactive\"");
    assertRefused(app.sendCode(SHOP, "JANE10"), "affiliate not active");
    assertRefused(app.sendCode(SHOP, "JANE"), "unknown code");
    assertEquals("none", app.credit(SHOP));
    app.change(jane, "\"status\":\"active\"");
    app.expire(jane, "JANE10", "\"2020-01-01T00:00:00Z\"");
    assertRefused(app.sendCode(SHOP, "JANE10"), "code expired");
    assertEquals("none", app.credit(SHOP));
    app.expire(jane, "JANE10", "\"2100-01-01T00:00:00Z\"");
    assertCredited(app.sendCode(SHOP, "JANE10"), "Jane", "JANE10");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jane10", "JaNe10", "  JANE10\t", "\nJANE10"})
  void codesAreTrimmedAndCaseInsensitive(String sent) {
    app.affiliate("Jane", "Jane10");
    assertCredited(app.sendCode(SHOP, sent), "Jane", "Jane10");
    assertEquals(sent, app.log("").get(0).path("code").asText());
  }

  @Test
  void anotherAppsSlugIsRejectedAndLoggedForTheKeysApp() {
    app.affiliate("Jane", "JANE10");
    AttributionFixture sibling = app.sibling();
    Response response =
        app.post(sibling.body(SHOP, "JANE10").replace(SHOP, "unseen-before.example.com"));
    assertErrors(response, "/app app_mismatch");
    assertEquals("app_mismatch", response.json().path("code").asText());
    assertEquals("JANE10: app mismatch", app.logSummary());
    JsonNode row = app.log("&app=" + app.slug()).get(0);
    assertEquals("unseen-before.example.com", row.path("myplatformDomain").asText());
    assertEquals("refused", row.path("outcome").asText());
    assertEquals(0, app.log("&app=" + sibling.slug()).size());
    assertEquals("none", app.credit("unseen-before.example.com"));
    // Also if the shop is credited already, so that the caller learns of its mistake.
    app.sendCode(SHOP, "JANE10");
    assertErrors(app.post(sibling.body(SHOP, "JANE10")), "/app app_mismatch");
    assertCredited(sibling.sendCode(SHOP, "JANE10"), "Jane", "JANE10");
  }

  @Test
  void theCarrierIsStoredWithTheCredit() {
    app.affiliate("Jane", "JANE10");
    app.sendCode("default.example.com", "JANE10");
    app.sendCode("null.example.com", "JANE10", ",\"carrier\":null");
    app.sendCode("script.example.com", "JANE10", ",\"carrier\":\"script\"");
    app.sendCode("typed.example.com", "JANE10", ",\"carrier\":\"code_entry\"");
    app.sendCode("typed.example.com", "JANE10", ",\"carrier\":\"api\"");
    assertEquals("Jane/JANE10/api", app.credit("default.example.com"));
    assertEquals("Jane/JANE10/api", app.credit("null.example.com"));
    assertEquals("Jane/JANE10/script", app.credit("script.example.com"));
    assertEquals("Jane/JANE10/code_entry", app.credit("typed.example.com"));
    assertEquals("api", app.log("").get(0).path("carrier").asText());
    assertEquals(5, app.log("").size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"listing\"", "\"manual\"", "\"API\"", "\"podcast\"", "7", "{}"})
  void anUnknownCarrierIsLoggedAsOther(String carrier) {
    app.affiliate("Jane", "JANE10");
    Response response = app.sendCode(SHOP, "JANE10", ",\"carrier\":" + carrier);
    assertCredited(response, "Jane", "JANE10");
    assertEquals("/carrier", StaffRequests.pointers(response, "warnings"));
    assertEquals("unknown_carrier", response.json().at("/warnings/0/code").asText());
    assertEquals("other", app.log("").get(0).path("carrier").asText());
    assertEquals("Jane/JANE10/other", app.credit(SHOP));
  }

  @Test
  void aCodeThatIsTooLongIsLoggedTruncatedAndIsUnknown() {
    // The longer code must not match this one when it is truncated.
    app.affiliate("Jane", "😀".repeat(200));
    Response response = app.sendCode(SHOP, " " + "😀".repeat(201));
    assertRefused(response, "unknown code");
    assertEquals("/mref", StaffRequests.pointers(response, "warnings"));
    assertEquals("too_long", response.json().at("/warnings/0/code").asText());
    assertEquals("😀".repeat(200), app.log("").get(0).path("code").asText());
    assertCredited(app.sendCode(SHOP, "😀".repeat(200)), "Jane", "😀".repeat(200));
    assertAlreadyAttributed(
        app.sendCode(SHOP, "😀".repeat(201)),
        "{\"name\":\"Jane\",\"code\":\"" + "😀".repeat(200) + "\"}",
        false);
  }

  @Test
  void allErrorsAreReportedAtOnceAndNothingIsLogged() {
    assertErrors(
        app.post(
            """
            {"app":7,"myplatformDomain":"https://a.example.com/","mref":" ","carrier":"listing"}
            """),
        "/app invalid_type, /myplatformDomain invalid_domain, /mref invalid_length");
    assertErrors(app.post("{}"), "/app required, /myplatformDomain required, /mref required");
    assertErrors(app.sendCode(SHOP, "a\u0000b"), "/mref invalid_text");
    assertEquals(400, app.post("{").status());
    assertEquals("", app.logSummary());
    assertRefused(app.sendCode(SHOP, "😀".repeat(200)), "unknown code");
  }

  @Test
  void unknownFieldsAreReportedAsWarnings() {
    app.affiliate("Jane", "JANE10");
    Response response = app.sendCode(SHOP, "JANE10", ",\"Carrier\":\"script\",\"x/y\":1");
    assertCredited(response, "Jane", "JANE10");
    assertEquals("/Carrier /x~1y", StaffRequests.pointers(response, "warnings"));
    assertEquals("Jane/JANE10/api", app.credit(SHOP));
    assertTrue(app.sendCode(SHOP, "JANE10").json().path("warnings").isMissingNode());
  }

  @Test
  void anUnknownShopBecomesACustomerEvenIfTheCodeIsRefused() {
    assertEquals(404, app.app().api().get("/v1/customer?id=" + SHOP).status());
    assertRefused(app.sendCode(" ACME.example.com ", "unknown's"), "unknown code");
    assertEquals(SHOP, app.customer(SHOP).path("myplatformDomain").asText());
    assertTrue(app.customer(SHOP).path("attribution").isNull());
  }

  @Test
  void eachAppHasAndReadsItsOwnCredit() {
    AttributionFixture sibling = app.sibling();
    app.affiliate("Jane", "JANE10");
    app.affiliate("John", "JOHN10");
    app.sendCode(SHOP, "JANE10");
    assertEquals("none", sibling.credit(SHOP));
    assertCredited(sibling.sendCode(SHOP, "JOHN10"), "John", "JOHN10");
    assertEquals("Jane/JANE10/api", app.credit(SHOP));
    assertEquals("John/JOHN10/api", sibling.credit(SHOP));
  }

  @Test
  void unauthorizedAndRateLimitedCodesAreNotLogged() {
    Response unauthorized =
        app.app()
            .api()
            .send(
                "POST",
                "/v1/attribution",
                Map.of("X-Api-Key", "sw_live_nobody", "Content-Type", "application/json"),
                app.body(SHOP, "X").getBytes(StandardCharsets.UTF_8));
    assertEquals(401, unauthorized.status());
    Tenants.App limited =
        RunningService.shared()
            .tenants()
            .key(app.app().workspaceId(), app.app().appId(), "{\"requestsPerSecond\":1}");
    int accepted = 0;
    int status = 200;
    for (int i = 0; i < 50 && status == 200; i++) {
      status = limited.api().post("/v1/attribution", app.body(SHOP, "X")).status();
      accepted += status == 200 ? 1 : 0;
    }
    assertEquals(429, status);
    assertEquals(accepted, app.log("").size());
  }
}
