package dev.shopwire.app.affiliates;

import static dev.shopwire.app.affiliates.AffiliatePages.STATE;
import static dev.shopwire.app.affiliates.AffiliatePages.assertNothingStored;
import static dev.shopwire.app.affiliates.AffiliatePages.assertStoredInBoth;
import static dev.shopwire.app.affiliates.AffiliatePages.endpoint;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tracking script stores nothing without consent. */
@Tag("full")
class AffiliateConsentIT {
  private final AffiliateSite site = new AffiliateSite();

  @Test
  void whileConsentIsPendingNothingIsStoredOrRequested() {
    String wait = "data-consent=\"wait\" " + endpoint();
    JsonNode result =
        site.visit(
            "?mref=ada",
            "",
            wait,
            """
            const before = state();
            move(1);
            const link = affiliateTrack.decorate('/x');
            return {before, link, fetchCount};
            """);
    assertEquals("ada", result.at("/before/code").asText());
    assertNothingStored(result.path("before"));
    assertEquals(0, result.path("fetchCount").asInt());
    assertTrue(result.path("link").asText().endsWith("?mref=ada"));
    JsonNode later = site.visit("", "", wait, STATE);
    assertTrue(later.path("code").isNull());
    assertNothingStored(later);
  }

  @Test
  void withConsentTheCodeIsStoredWithItsCaptureTime() {
    JsonNode result =
        site.visit(
            "?mref=ada",
            "",
            "data-consent=\"wait\"",
            "const before = state(); move(1); affiliateTrack.consent(true);"
                + "return {before, after: state()};");
    assertEquals(result.at("/before/capturedAt"), result.at("/after/capturedAt"));
    assertStoredInBoth(result.path("after"));
    JsonNode next =
        site.visit(
            "?mref=bob",
            "",
            "data-consent=\"wait\"",
            "const before = state(); affiliateTrack.consent(true);"
                + "return {before, after: state()};");
    // Before consent, stored codes are not read either; after it, they are the first touch.
    assertEquals("bob", next.at("/before/code").asText());
    assertEquals("ada", next.at("/after/code").asText());
    assertStoredInBoth(next.path("after"));
  }

  @Test
  void refusedConsentRemovesTheCodeFromAllStores() {
    assertStoredInBoth(site.visit("?mref=ada"));
    for (String attributes : new String[] {"data-consent=\"wait\" " + endpoint(), ""}) {
      JsonNode result =
          site.visit(
              "?mref=bob",
              "",
              attributes,
              "affiliateTrack.consent(false);"
                  + "return Object.assign(state(),"
                  + " {fetchCount, link: affiliateTrack.decorate('/x')});");
      assertTrue(result.path("code").isNull());
      assertEquals("/x", result.path("link").asText());
      assertEquals(0, result.path("fetchCount").asInt());
      assertNothingStored(result);
      assertNothingStored(site.visit("", "", "data-consent=\"wait\"", STATE));
    }
  }
}
