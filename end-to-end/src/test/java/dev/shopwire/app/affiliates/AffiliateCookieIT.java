package dev.shopwire.app.affiliates;

import static dev.shopwire.app.affiliates.AffiliatePages.COOKIE_SITE;
import static dev.shopwire.app.affiliates.AffiliatePages.STATE;
import static dev.shopwire.app.affiliates.AffiliatePages.assertNothingStored;
import static dev.shopwire.app.affiliates.AffiliatePages.assertStoredInBoth;
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
  // Discards cookies that scripts set, so that any cookie is the server's.
  private static final String NO_SCRIPT_COOKIES =
      "Object.defineProperty(Document.prototype, 'cookie',"
          + " {get: realCookie.get, set() {}, configurable: true});";

  private final AffiliateSite site = new AffiliateSite();
  private final String cookieHost = site.name().replace("test", COOKIE_SITE);

  private JsonNode visitCookieHost(String query, String before) {
    return visit(cookieHost, query, before, endpoint(), "await lastFetch;" + STATE);
  }

  private void removeCookie() {
    visit(cookieHost, "", "", "", "affiliateTrack.consent(false);");
  }

  @Test
  void theServerSetsTheCookieAndTheScriptReadsIt() {
    removeCookie();
    JsonNode first = visitCookieHost("?mref=a%3Bb", NO_SCRIPT_COOKIES);
    assertEquals("a;b", code(first));
    assertEquals(first.path("stored"), first.at("/cookies/0"));
    // Another host has its own local storage, so this comes from the server's cookie.
    assertEquals(first, visit("shop." + cookieHost, "", "", "", STATE));
    JsonNode again =
        visit(cookieHost, "?mref=bob", "", endpoint(), "return {fetchCount, s: state()};");
    assertEquals(first, again.path("s"));
    assertEquals(0, again.path("fetchCount").asInt(), "requests for a cookie that is already set");
    removeCookie();
  }

  @Test
  void aLostServerCookieIsRestoredByTheServer() {
    removeCookie();
    JsonNode first = visitCookieHost("?mref=ada", NO_SCRIPT_COOKIES);
    visit(
        cookieHost,
        "",
        "document.cookie = 'sw_affiliate=;path=/;max-age=0;domain="
            + COOKIE_SITE
            + "';"
            + NO_SCRIPT_COOKIES,
        endpoint(),
        "await lastFetch;");
    assertEquals(first, visit("shop." + cookieHost, "", "", "", STATE));
    removeCookie();
  }

  @Test
  void consentRefusedDuringTheRequestStoresNothing() {
    removeCookie();
    JsonNode state =
        visit(
            cookieHost,
            "?mref=ada",
            "",
            endpoint(),
            "affiliateTrack.consent(false); await lastFetch;"
                + " return Object.assign(state(), {fetchCount});");
    assertEquals(1, state.path("fetchCount").asInt());
    assertTrue(state.path("code").isNull());
    assertNothingStored(state);
  }

  @Test
  void anEndpointOfAnotherSiteSetsNoCookieAndDoesNoHarm() {
    JsonNode state =
        site.visit(
            "?mref=ada",
            "",
            endpoint(),
            "const outcome = await lastFetch.then(() => 'read', () => 'refused');"
                + "return Object.assign(state(), {outcome});");
    assertEquals("refused", state.path("outcome").asText());
    assertEquals("ada", code(state));
    assertStoredInBoth(state);
    JsonNode otherSite = visit("www." + COOKIE_SITE, "", "", "", STATE);
    assertNotEquals("ada", code(otherSite));
  }
}
