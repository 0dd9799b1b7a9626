package dev.shopwire.app.attribution;

import static dev.shopwire.app.support.AttributionFixture.assertCredited;
import static dev.shopwire.app.support.AttributionFixture.assertFaults;
import static dev.shopwire.app.support.AttributionFixture.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.StaffRequests;
import dev.shopwire.testing.Http.Answer;
import dev.shopwire.testing.Tenants;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** First touch from outside: what is credited, what is answered and what the log keeps. */
@Tag("everywhere")
@Tag("cluster")
class AttributionIT {
  private static final String SHOP = "acme.example.com";

  private final AttributionFixture app = AttributionFixture.inNewWorkspace();

  @Test
  void theFirstCodeWinsAndAllThatFollowAreTooLate() {
    app.affiliate("Jane", "JANE10");
    app.affiliate("John", "JOHN10");
    assertCredited(app.see(SHOP, "JANE10"), "Jane", "JANE10");
    assertHeld(app.see(SHOP, "JOHN10"), "{\"name\":\"Jane\",\"code\":\"JANE10\"}", false);
    assertHeld(app.see(SHOP, " jane10"), "{\"name\":\"Jane\",\"code\":\"JANE10\"}", true);
    assertHeld(app.see(SHOP, "nobody's"), "{\"name\":\"Jane\",\"code\":\"JANE10\"}", false);
    assertEquals("Jane/JANE10/api", app.credit(SHOP));
    assertEquals(
        "JANE10: attributed, JOHN10: already attributed,  jane10: already attributed,"
            + " nobody's: already attributed",
        app.story());
  }

  private static void assertHeld(Answer answer, String affiliate, boolean sameCode) {
    assertRefused(answer, "already attributed");
    assertEquals(affiliate, answer.json().path("affiliate").toString());
    assertEquals(sameCode, answer.json().path("sameCode").booleanValue(), answer::body);
  }

  @Test
  void anyCodeOfTheHolderIsTheSameAndAnAdminsCreditHasNone() {
    String jane = app.affiliate("Jane", "JANE10");
    app.console()
        .post(AttributionFixture.API + "/affiliates/" + jane + "/codes", "{\"code\":\"J2\"}");
    app.affiliate("John", "JOHN10");
    app.see(SHOP, "JANE10");
    assertHeld(app.see(SHOP, "J2"), "{\"name\":\"Jane\",\"code\":\"JANE10\"}", true);
    app.correct(app.customerId(SHOP), jane, "to be sure");
    assertHeld(app.see(SHOP, "J2"), "{\"name\":\"Jane\",\"code\":null}", true);
    app.correct(app.customerId(SHOP), "null", "fraud");
    assertHeld(app.see(SHOP, "JANE10"), "null", false);
  }

  @Test
  void theLogSaysWhoseTheCodeIsAndWhoHasTheShop() {
    String jane = app.affiliate("Jane", "JANE10");
    String john = app.affiliate("John", "JOHN10");
    app.see(SHOP, "unknown");
    app.see(SHOP, " jane10 ");
    app.see(SHOP, "JOHN10");
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
  void aCodeThatIsNotAcceptedLeavesTheShopFree() {
    String jane = app.affiliate("Jane", "JANE10", ",\"status\":\"inactive\"");
    assertRefused(app.see(SHOP, "JANE10"), "affiliate not active");
    assertRefused(app.see(SHOP, "JANE"), "unknown code");
    assertEquals("none", app.credit(SHOP));
    app.change(jane, "\"status\":\"active\"");
    app.expire(jane, "JANE10", "\"2020-01-01T00:00:00Z\"");
    assertRefused(app.see(SHOP, "JANE10"), "code expired");
    assertEquals("none", app.credit(SHOP));
    app.expire(jane, "JANE10", "\"2100-01-01T00:00:00Z\"");
    assertCredited(app.see(SHOP, "JANE10"), "Jane", "JANE10");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jane10", "JaNe10", "  JANE10\t", "\nJANE10"})
  void codesAreComparedTrimmedAndInAnyCase(String sent) {
    app.affiliate("Jane", "Jane10");
    assertCredited(app.see(SHOP, sent), "Jane", "Jane10");
    assertEquals(sent, app.log("").get(0).path("code").asText());
  }

  @Test
  void anotherAppsSlugIsRefusedAndLoggedUnderTheKeysApp() {
    app.affiliate("Jane", "JANE10");
    AttributionFixture sibling = app.sibling();
    Answer answer =
        app.post(sibling.body(SHOP, "JANE10").replace(SHOP, "unseen-before.example.com"));
    assertFaults(answer, "/app app_mismatch");
    assertEquals("app_mismatch", answer.json().path("code").asText());
    assertEquals("JANE10: app mismatch", app.story());
    JsonNode row = app.log("&app=" + app.slug()).get(0);
    assertEquals("unseen-before.example.com", row.path("myplatformDomain").asText());
    assertEquals("refused", row.path("outcome").asText());
    assertEquals(0, app.log("&app=" + sibling.slug()).size());
    assertEquals("none", app.credit("unseen-before.example.com"));
    // Also where the shop is credited: the caller must learn of its mistake.
    app.see(SHOP, "JANE10");
    assertFaults(app.post(sibling.body(SHOP, "JANE10")), "/app app_mismatch");
    assertCredited(sibling.see(SHOP, "JANE10"), "Jane", "JANE10");
  }

  @Test
  void theCarrierIsKeptWithTheCredit() {
    app.affiliate("Jane", "JANE10");
    app.see("default.example.com", "JANE10");
    app.see("null.example.com", "JANE10", ",\"carrier\":null");
    app.see("script.example.com", "JANE10", ",\"carrier\":\"script\"");
    app.see("typed.example.com", "JANE10", ",\"carrier\":\"code_entry\"");
    app.see("typed.example.com", "JANE10", ",\"carrier\":\"api\"");
    assertEquals("Jane/JANE10/api", app.credit("default.example.com"));
    assertEquals("Jane/JANE10/api", app.credit("null.example.com"));
    assertEquals("Jane/JANE10/script", app.credit("script.example.com"));
    assertEquals("Jane/JANE10/code_entry", app.credit("typed.example.com"));
    assertEquals("api", app.log("").get(0).path("carrier").asText());
    assertEquals(5, app.log("").size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"listing\"", "\"manual\"", "\"API\"", "\"podcast\"", "7", "{}"})
  void aCarrierThatNobodyKnowsIsLoggedAsAnotherOne(String carrier) {
    app.affiliate("Jane", "JANE10");
    Answer answer = app.see(SHOP, "JANE10", ",\"carrier\":" + carrier);
    assertCredited(answer, "Jane", "JANE10");
    assertEquals("/carrier", StaffRequests.pointers(answer, "warnings"));
    assertEquals("unknown_carrier", answer.json().at("/warnings/0/code").asText());
    assertEquals("other", app.log("").get(0).path("carrier").asText());
    assertEquals("Jane/JANE10/other", app.credit(SHOP));
  }

  @Test
  void aCodeThatIsTooLongIsLoggedCutAndIsNobodys() {
    // The code that is left of it, which it must not be taken for.
    app.affiliate("Jane", "😀".repeat(200));
    Answer answer = app.see(SHOP, " " + "😀".repeat(201));
    assertRefused(answer, "unknown code");
    assertEquals("/mref", StaffRequests.pointers(answer, "warnings"));
    assertEquals("too_long", answer.json().at("/warnings/0/code").asText());
    assertEquals("😀".repeat(200), app.log("").get(0).path("code").asText());
    assertCredited(app.see(SHOP, "😀".repeat(200)), "Jane", "😀".repeat(200));
    assertHeld(
        app.see(SHOP, "😀".repeat(201)),
        "{\"name\":\"Jane\",\"code\":\"" + "😀".repeat(200) + "\"}",
        false);
  }

  @Test
  void allFaultsAreToldAtOnceAndNothingIsLogged() {
    assertFaults(
        app.post(
            """
            {"app":7,"myplatformDomain":"https://a.example.com/","mref":" ","carrier":"listing"}
            """),
        "/app invalid_type, /myplatformDomain invalid_domain, /mref invalid_length");
    assertFaults(app.post("{}"), "/app required, /myplatformDomain required, /mref required");
    assertFaults(app.see(SHOP, "a\u0000b"), "/mref invalid_text");
    assertEquals(400, app.post("{").status());
    assertEquals("", app.story());
    assertRefused(app.see(SHOP, "😀".repeat(200)), "unknown code");
  }

  @Test
  void membersThatNobodyKnowsAreNamed() {
    app.affiliate("Jane", "JANE10");
    Answer answer = app.see(SHOP, "JANE10", ",\"Carrier\":\"script\",\"x/y\":1");
    assertCredited(answer, "Jane", "JANE10");
    assertEquals("/Carrier /x~1y", StaffRequests.pointers(answer, "warnings"));
    assertEquals("Jane/JANE10/api", app.credit(SHOP));
    assertTrue(app.see(SHOP, "JANE10").json().path("warnings").isMissingNode());
  }

  @Test
  void anUnknownShopBecomesACustomerWhateverComesOfTheCode() {
    assertEquals(404, app.app().api().get("/v1/customer?id=" + SHOP).status());
    assertRefused(app.see(" ACME.example.com ", "nobody's"), "unknown code");
    assertEquals(SHOP, app.customer(SHOP).path("myplatformDomain").asText());
    assertTrue(app.customer(SHOP).path("attribution").isNull());
  }

  @Test
  void appsCreditSeparatelyAndEachReadsItsOwnCredit() {
    AttributionFixture sibling = app.sibling();
    app.affiliate("Jane", "JANE10");
    app.affiliate("John", "JOHN10");
    app.see(SHOP, "JANE10");
    assertEquals("none", sibling.credit(SHOP));
    assertCredited(sibling.see(SHOP, "JOHN10"), "John", "JOHN10");
    assertEquals("Jane/JANE10/api", app.credit(SHOP));
    assertEquals("John/JOHN10/api", sibling.credit(SHOP));
  }

  @Test
  void whatIsNotLetInIsNotSeen() {
    Answer stranger =
        app.app()
            .api()
            .send(
                "POST",
                "/v1/attribution",
                Map.of("X-Api-Key", "sw_live_nobody", "Content-Type", "application/json"),
                app.body(SHOP, "X").getBytes(StandardCharsets.UTF_8));
    assertEquals(401, stranger.status());
    Tenants.App slow =
        RunningService.shared()
            .tenants()
            .key(app.app().workspaceId(), app.app().appId(), "{\"requestsPerSecond\":1}");
    int answered = 0;
    int status = 200;
    for (int i = 0; i < 50 && status == 200; i++) {
      status = slow.api().post("/v1/attribution", app.body(SHOP, "X")).status();
      answered += status == 200 ? 1 : 0;
    }
    assertEquals(429, status);
    assertEquals(answered, app.log("").size());
  }
}
