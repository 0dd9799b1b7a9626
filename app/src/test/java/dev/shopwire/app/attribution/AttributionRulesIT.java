package dev.shopwire.app.attribution;

import static dev.shopwire.app.support.AttributionFixture.assertCredited;
import static dev.shopwire.app.support.AttributionFixture.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.testing.Http.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a workspace decides over its programmes: who takes part, who may not refer whom. */
@Tag("everywhere")
class AttributionRulesIT {
  private static final String SHOP = "acme.example.com";

  private final AttributionFixture app = AttributionFixture.inNewWorkspace();

  private void shopEmail(String email) {
    Answer answer =
        app.app()
            .api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"%s\",\"email\":\"%s\"}".formatted(SHOP, email));
    assertEquals(200, answer.status(), answer::body);
  }

  private void contactEmail(String email) {
    Answer answer =
        app.app()
            .api()
            .post(
                "/v1/staff",
                "{\"myplatformDomain\":\"%s\",\"staff\":[{\"id\":1},{\"id\":2,\"email\":\"%s\"}]}"
                    .formatted(SHOP, email));
    assertEquals(200, answer.status(), answer::body);
  }

  private String affiliateWithEmail(String email) {
    return app.affiliate("Jane", "JANE10", ",\"email\":\"" + email + "\"");
  }

  private void setSelfReferral(String word) {
    Answer answer =
        app.console()
            .patch(app.workspace("/attribution-settings"), "{\"selfReferral\":\"" + word + "\"}");
    assertEquals(200, answer.status(), answer::body);
  }

  private void exclude(AttributionFixture in, String shops) {
    Answer answer = in.put(in.appPath("/excluded-shops"), "{\"shops\":[" + shops + "]}");
    assertEquals(200, answer.status(), answer::body);
  }

  @Test
  void anAffiliateOfSomeAppsIsUnknownElsewhere() {
    AttributionFixture sibling = app.sibling();
    String jane = app.affiliate("Jane", "JANE10", ",\"apps\":[\"" + app.slug() + "\"]");
    assertRefused(sibling.see(SHOP, "JANE10"), "unknown code");
    assertCredited(app.see(SHOP, "JANE10"), "Jane", "JANE10");
    app.change(jane, "\"apps\":null");
    assertCredited(sibling.see(SHOP, "JANE10"), "Jane", "JANE10");
    // A credit that is there outlives the affiliate's part in the programme.
    app.change(jane, "\"apps\":[\"" + sibling.slug() + "\"],\"status\":\"inactive\"");
    assertEquals("Jane/JANE10/api", app.credit(SHOP));
    assertRefused(app.see("other.example.com", "JANE10"), "unknown code");
    assertRefused(sibling.see("other.example.com", "JANE10"), "affiliate not active");
  }

  @ParameterizedTest
  @CsvSource({
    "jane@agency.example, JANE@Agency.example",
    "jane@agency.example, jane+shop@agency.example",
    "jane+ads@agency.example, jane@agency.example",
    "jane.doe@gmail.com, JaneDoe+shop@googlemail.com",
    "janedoe@googlemail.com, j.a.n.e.d.o.e@gmail.com"
  })
  void whoReferredHimselfGetsNothing(String affiliate, String shop) {
    affiliateWithEmail(affiliate);
    shopEmail(shop);
    assertRefused(app.see(SHOP, "JANE10"), "self referral");
    assertTrue(app.log("").get(0).path("selfReferral").booleanValue());
    assertEquals("none", app.credit(SHOP));
  }

  @Test
  void dotsMatterWhereTheProviderMindsThem() {
    affiliateWithEmail("jane.doe@agency.example");
    shopEmail("janedoe@agency.example");
    contactEmail("janedoe@gmail.com");
    assertCredited(app.see(SHOP, "JANE10"), "Jane", "JANE10");
    assertFalse(app.log("").get(0).path("selfReferral").booleanValue());
  }

  @Test
  void aContactsAddressIsTheShopsAddress() {
    affiliateWithEmail("jane.doe@gmail.com");
    shopEmail("office@acme.example");
    contactEmail("JaneDoe+acme@gmail.com");
    assertRefused(app.see(SHOP, "JANE10"), "self referral");
    // Another shop is none of hers, another affiliate is none of its people.
    assertCredited(app.see("other.example.com", "JANE10"), "Jane", "JANE10");
    app.affiliate("John", "JOHN10");
    assertCredited(app.see(SHOP, "JOHN10"), "John", "JOHN10");
  }

  @Test
  void aContactThatTheConsoleAddedCountsToo() {
    affiliateWithEmail("jane@agency.example");
    shopEmail("office@acme.example");
    String contacts = AttributionFixture.API + "/customers/" + app.customerId(SHOP) + "/contacts";
    app.console().post(contacts, "{\"email\":\"jane@agency.example\"}");
    assertRefused(app.see(SHOP, "JANE10"), "self referral");
  }

  @Test
  void aWorkspaceMayCreditSelfReferralsAndMarkThem() {
    String jane = affiliateWithEmail("jane@agency.example");
    shopEmail("jane@agency.example");
    setSelfReferral("flag");
    assertCredited(app.see(SHOP, "JANE10"), "Jane", "JANE10");
    assertTrue(app.log("").get(0).path("selfReferral").booleanValue());
    assertEquals("attributed", app.log("").get(0).path("outcome").asText());
    setSelfReferral("refuse");
    assertRefused(app.see(SHOP, "JANE10"), "already attributed");
    assertEquals("Jane/JANE10/api", app.credit(SHOP));
    assertRefused(app.sibling().see(SHOP, "JANE10"), "self referral");
    app.change(jane, "\"email\":null");
    assertCredited(app.sibling().see(SHOP, "JANE10"), "Jane", "JANE10");
  }

  @Test
  void anExcludedShopIsNobodysInThatAppAlone() {
    app.affiliate("Jane", "JANE10");
    AttributionFixture sibling = app.sibling();
    // Nothing is known of the shop yet: it is excluded by its domain.
    exclude(app, "\" ACME.example.com\",\"other.example.com\"");
    assertRefused(app.see(SHOP, "JANE10"), "shop excluded");
    assertRefused(app.see(SHOP, "nobody's"), "unknown code");
    assertCredited(sibling.see(SHOP, "JANE10"), "Jane", "JANE10");
    exclude(app, "\"other.example.com\"");
    assertCredited(app.see(SHOP, "JANE10"), "Jane", "JANE10");
    exclude(app, "\"" + SHOP + "\"");
    assertEquals("Jane/JANE10/api", app.credit(SHOP));
    assertRefused(app.see(SHOP, "JANE10"), "already attributed");
  }

  @Test
  void aCodeIsGoodUntilTheMomentItExpires() {
    String jane = app.affiliate("Jane", "JANE10");
    app.expire(jane, "jane10", "\"2020-01-01T00:00:00+05:30\"");
    assertRefused(app.see(SHOP, "JANE10"), "code expired");
    app.expire(jane, "jane10", "null");
    assertCredited(app.see(SHOP, "JANE10"), "Jane", "JANE10");
    app.expire(jane, "jane10", "\"2020-01-01T00:00:00Z\"");
    assertEquals("Jane/JANE10/api", app.credit(SHOP));
    assertRefused(app.see(SHOP, "JANE10"), "already attributed");
  }
}
