package dev.shopwire.app.affiliates;

import static dev.shopwire.app.affiliates.AffiliatePages.STATE;
import static dev.shopwire.app.affiliates.AffiliatePages.assertKeptInBoth;
import static dev.shopwire.app.affiliates.AffiliatePages.assertNothingKept;
import static dev.shopwire.app.affiliates.AffiliatePages.endpoint;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** The tracking script keeps nothing without consent. */
class AffiliateConsentIT {
  private final AffiliateSite site = new AffiliateSite();

  @Test
  void whileConsentIsAwaitedNothingIsStoredOrAsked() {
    String wait = "data-consent=\"wait\" " + endpoint();
    JsonNode told =
        site.visit(
            "?mref=ada",
            "",
            wait,
            """
            const before = state();
            move(1);
            const link = affiliateTrack.decorate('/x');
            return {before, link, asks};
            """);
    assertEquals("ada", told.at("/before/code").asText());
    assertNothingKept(told.path("before"));
    assertEquals(0, told.path("asks").asInt());
    assertTrue(told.path("link").asText().endsWith("?mref=ada"));
    JsonNode later = site.visit("", "", wait, STATE);
    assertTrue(later.path("code").isNull());
    assertNothingKept(later);
  }

  @Test
  void withConsentTheCodeIsStoredAsOfItsCapture() {
    JsonNode told =
        site.visit(
            "?mref=ada",
            "",
            "data-consent=\"wait\"",
            "const before = state(); move(1); affiliateTrack.consent(true);"
                + "return {before, after: state()};");
    assertEquals(told.at("/before/capturedAt"), told.at("/after/capturedAt"));
    assertKeptInBoth(told.path("after"));
    JsonNode next =
        site.visit(
            "?mref=bob",
            "",
            "data-consent=\"wait\"",
            "const before = state(); affiliateTrack.consent(true);"
                + "return {before, after: state()};");
    // What is stored is not read either before there is consent, and is the first touch then.
    assertEquals("bob", next.at("/before/code").asText());
    assertEquals("ada", next.at("/after/code").asText());
    assertKeptInBoth(next.path("after"));
  }

  @Test
  void refusedConsentLeavesNothingAnywhere() {
    assertKeptInBoth(site.visit("?mref=ada"));
    for (String attributes : new String[] {"data-consent=\"wait\" " + endpoint(), ""}) {
      JsonNode told =
          site.visit(
              "?mref=bob",
              "",
              attributes,
              "affiliateTrack.consent(false);"
                  + "return Object.assign(state(), {asks, link: affiliateTrack.decorate('/x')});");
      assertTrue(told.path("code").isNull());
      assertEquals("/x", told.path("link").asText());
      assertEquals(0, told.path("asks").asInt());
      assertNothingKept(told);
      assertNothingKept(site.visit("", "", "data-consent=\"wait\"", STATE));
    }
  }
}
