package dev.shopwire.app.attribution;

import static dev.shopwire.app.support.AttributionFixture.assertCredited;
import static dev.shopwire.app.support.AttributionFixture.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.testing.Http.Response;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Eligibility rules: affiliates of some apps, self-referrals, excluded shops, expired codes. */
@Tag("everywhere")
class AttributionRulesIT {
  private static final String SHOP = "acme.example.com";

  private final AttributionFixture app = AttributionFixture.inNewWorkspace();

  private void setShopEmail(String email) {
    Response response =
        app.app()
            .api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"%s\",\"email\":\"%s\"}".formatted(SHOP, email));
    assertEquals(200, response.status(), response::body);
  }

  private void setContactEmail(String email) {
    Response response =
        app.app()
            .api()
            .post(
                "/v1/staff",
                "{\"myplatformDomain\":\"%s\",\"staff\":[{\"id\":1},{\"id\":2,\"email\":\"%s\"}]}"
                    .formatted(SHOP, email));
    assertEquals(200, response.status(), response::body);
  }

  private String affiliateWithEmail(String email) {
    return app.affiliate("Jane", "JANE10", ",\"email\":\"" + email + "\"");
  }

  private void setSelfReferral(String mode) {
    Response response =
        app.console()
            .patch(app.workspace("/attribution-settings"), "{\"selfReferral\":\"" + mode + "\"}");
    assertEquals(200, response.status(), response::body);
  }

  private void exclude(AttributionFixture fixture, String shops) {
    Response response =
        fixture.put(fixture.appPath("/excluded-shops"), "{\"shops\":[" + shops + "]}");
    assertEquals(200, response.status(), response::body);
  }

  @Test
  void anAffiliateOfOneAppIsUnknownInOthers() {
    AttributionFixture sibling = app.sibling();
    String jane = app.affiliate("Jane", "JANE10", ",\"apps\":[\"" + app.slug() + "\"]");
    assertRefused(sibling.sendCode(SHOP, "JANE10"), "unknown code");
    assertCredited(app.sendCode(SHOP, "JANE10"), "Jane", "JANE10");
    app.change(jane, "\"apps\":null");
    assertCredited(sibling.sendCode(SHOP, "JANE10"), "Jane", "JANE10");
    // An existing credit outlives the affiliate's participation.
    app.change(jane, "\"apps\":[\"" + sibling.slug() + "\"],\"status\":\"inactive\"");
    assertEquals("Jane/JANE10/api", app.credit(SHOP));
    assertRefused(app.sendCode("other.example.com", "JANE10"), "unknown code");
    assertRefused(sibling.sendCode("other.example.com", "JANE10"), "affiliate not active");
  }

  @ParameterizedTest
  @CsvSource({
    "jane@agency.example, JANE@Agency.example",
    "jane@agency.example, jane+shop@agency.example",
    "jane+ads@agency.example, jane@agency.example",
    "jane.doe@gmail.com, JaneDoe+shop@googlemail.com",
    "janedoe@googlemail.com, j.a.n.e.d.o.e@gmail.com"
  })
  void aSelfReferralIsRefused(String affiliate, String shop) {
    affiliateWithEmail(affiliate);
    setShopEmail(shop);
    assertRefused(app.sendCode(SHOP, "JANE10"), "self referral");
    assertTrue(app.log("").get(0).path("selfReferral").booleanValue());
    assertEquals("none", app.credit(SHOP));
  }

  @Test
  void dotsInAddressesAreIgnoredOnlyForGmail() {
    affiliateWithEmail("jane.doe@agency.example");
    setShopEmail("janedoe@agency.example");
    setContactEmail("janedoe@gmail.com");
    assertCredited(app.sendCode(SHOP, "JANE10"), "Jane", "JANE10");
    assertFalse(app.log("").get(0).path("selfReferral").booleanValue());
  }

  @Test
  void aContactsAddressCountsAsTheShops() {
    affiliateWithEmail("jane.doe@gmail.com");
    setShopEmail("office@acme.example");
    setContactEmail("JaneDoe+acme@gmail.com");
    assertRefused(app.sendCode(SHOP, "JANE10"), "self referral");
    // Other shops do not have that contact, and other affiliates do not have that address.
    assertCredited(app.sendCode("other.example.com", "JANE10"), "Jane", "JANE10");
    app.affiliate("John", "JOHN10");
    assertCredited(app.sendCode(SHOP, "JOHN10"), "John", "JOHN10");
  }

  @Test
  void aContactAddedInTheConsoleCountsToo() {
    affiliateWithEmail("jane@agency.example");
    setShopEmail("office@acme.example");
    String contacts = AttributionFixture.API + "/customers/" + app.customerId(SHOP) + "/contacts";
    app.console().post(contacts, "{\"email\":\"jane@agency.example\"}");
    assertRefused(app.sendCode(SHOP, "JANE10"), "self referral");
  }

  @Test
  void aWorkspaceMayCreditSelfReferralsAndFlagThem() {
    String jane = affiliateWithEmail("jane@agency.example");
    setShopEmail("jane@agency.example");
    setSelfReferral("flag");
    assertCredited(app.sendCode(SHOP, "JANE10"), "Jane", "JANE10");
    assertTrue(app.log("").get(0).path("selfReferral").booleanValue());
    assertEquals("attributed", app.log("").get(0).path("outcome").asText());
    setSelfReferral("refuse");
    assertRefused(app.sendCode(SHOP, "JANE10"), "already attributed");
    assertEquals("Jane/JANE10/api", app.credit(SHOP));
    assertRefused(app.sibling().sendCode(SHOP, "JANE10"), "self referral");
    app.change(jane, "\"email\":null");
    assertCredited(app.sibling().sendCode(SHOP, "JANE10"), "Jane", "JANE10");
  }

  @Test
  void aShopIsExcludedInOneAppOnly() {
    app.affiliate("Jane", "JANE10");
    AttributionFixture sibling = app.sibling();
    // The shop is not a customer yet: it is excluded by its domain.
    exclude(app, "\" ACME.example.com\",\"other.example.com\"");
    assertRefused(app.sendCode(SHOP, "JANE10"), "shop excluded");
    assertRefused(app.sendCode(SHOP, "unknown's"), "unknown code");
    assertCredited(sibling.sendCode(SHOP, "JANE10"), "Jane", "JANE10");
    exclude(app, "\"other.example.com\"");
    assertCredited(app.sendCode(SHOP, "JANE10"), "Jane", "JANE10");
    exclude(app, "\"" + SHOP + "\"");
    assertEquals("Jane/JANE10/api", app.credit(SHOP));
    assertRefused(app.sendCode(SHOP, "JANE10"), "already attributed");
  }

  @Test
  void aCodeIsValidUntilItExpires() {
    String jane = app.affiliate("Jane", "JANE10");
    app.expire(jane, "jane10", "\"2020-01-01T00:00:00+05:30\"");
    assertRefused(app.sendCode(SHOP, "JANE10"), "code expired");
    app.expire(jane, "jane10", "null");
    assertCredited(app.sendCode(SHOP, "JANE10"), "Jane", "JANE10");
    app.expire(jane, "jane10", "\"2020-01-01T00:00:00Z\"");
    assertEquals("Jane/JANE10/api", app.credit(SHOP));
    assertRefused(app.sendCode(SHOP, "JANE10"), "already attributed");
  }
}
