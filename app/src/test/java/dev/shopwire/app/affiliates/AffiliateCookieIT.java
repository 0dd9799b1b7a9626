package dev.shopwire.app.affiliates;

import static dev.shopwire.app.affiliates.AffiliatePages.COOKIE_SITE;
import static dev.shopwire.app.affiliates.AffiliatePages.STATE;
import static dev.shopwire.app.affiliates.AffiliatePages.assertKeptInBoth;
import static dev.shopwire.app.affiliates.AffiliatePages.assertNothingKept;
import static dev.shopwire.app.affiliates.AffiliatePages.code;
import static dev.shopwire.app.affiliates.AffiliatePages.endpoint;
import static dev.shopwire.app.affiliates.AffiliatePages.visit;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** The cookie that the server sets for the tracking script. */
class AffiliateCookieIT {
  // What a script bakes is lost, so that a cookie can only be the server's.
  private static final String SERVED_ONLY =
      "Object.defineProperty(Document.prototype, 'cookie',"
          + " {get: realCookie.get, set() {}, configurable: true});";

  private final AffiliateSite site = new AffiliateSite();
  private final String served = site.name().replace("test", COOKIE_SITE);

  private JsonNode visitServed(String query, String before) {
    return visit(served, query, before, endpoint(), "await asked;" + STATE);
  }

  private void forgetServed() {
    visit(served, "", "", "", "affiliateTrack.consent(false);");
  }

  @Test
  void theServerSetsTheCookieAndTheScriptReadsIt() {
    forgetServed();
    JsonNode first = visitServed("?mref=a%3Bb", SERVED_ONLY);
    assertEquals("a;b", code(first));
    assertEquals(first.path("stored"), first.at("/cookies/0"));
    // Another host has no local storage of it, so this comes from the server's cookie.
    assertEquals(first, visit("shop." + served, "", "", "", STATE));
    JsonNode again = visit(served, "?mref=bob", "", endpoint(), "return {asks, s: state()};");
    assertEquals(first, again.path("s"));
    assertEquals(0, again.path("asks").asInt(), "it is asked again for what it has set");
    forgetServed();
  }

  @Test
  void theServersCookieIsRestoredByTheServer() {
    forgetServed();
    JsonNode first = visitServed("?mref=ada", SERVED_ONLY);
    visit(
        served,
        "",
        "document.cookie = 'sw_affiliate=;path=/;max-age=0;domain="
            + COOKIE_SITE
            + "';"
            + SERVED_ONLY,
        endpoint(),
        "await asked;");
    assertEquals(first, visit("shop." + served, "", "", "", STATE));
    forgetServed();
  }

  @Test
  void consentRefusedWhileTheServerIsAskedLeavesNothing() {
    forgetServed();
    JsonNode state =
        visit(
            served,
            "?mref=ada",
            "",
            endpoint(),
            "affiliateTrack.consent(false); await asked; return Object.assign(state(), {asks});");
    assertEquals(1, state.path("asks").asInt());
    assertTrue(state.path("code").isNull());
    assertNothingKept(state);
  }

  @Test
  void anotherSitesEndpointSetsNothingAndDoesNoHarm() {
    JsonNode state =
        site.visit(
            "?mref=ada",
            "",
            endpoint(),
            "const told = await asked.then(() => 'read', () => 'refused');"
                + "return Object.assign(state(), {told});");
    assertEquals("refused", state.path("told").asText());
    assertEquals("ada", code(state));
    assertKeptInBoth(state);
    JsonNode there = visit("www." + COOKIE_SITE, "", "", "", STATE);
    assertNotEquals("ada", code(there));
  }
}
