package dev.shopwire.app.affiliates;

import static dev.shopwire.app.affiliates.AffiliatePages.STATE;
import static dev.shopwire.app.affiliates.AffiliatePages.TOOLS;
import static dev.shopwire.app.affiliates.AffiliatePages.assertNothingStored;
import static dev.shopwire.app.affiliates.AffiliatePages.assertStoredInBoth;
import static dev.shopwire.app.affiliates.AffiliatePages.code;
import static dev.shopwire.app.affiliates.AffiliatePages.profile;
import static dev.shopwire.app.affiliates.AffiliatePages.tab;
import static dev.shopwire.app.affiliates.AffiliatePages.tag;
import static dev.shopwire.app.affiliates.AffiliatePages.visit;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The tracking script in a real browser (docs/api/attribution.md): which code it keeps, and for how
 * long.
 */
class AffiliateScriptIT {
  private final AffiliateSite site = new AffiliateSite();

  @Test
  void aPageWithoutAReferralHasNoCodeAndStoresNothing() {
    JsonNode state = site.visit("?utm=1");
    assertTrue(state.path("code").isNull());
    assertTrue(state.path("capturedAt").isNull());
    assertTrue(state.path("expiresAt").isNull());
    assertNothingStored(state);
  }

  @Test
  void aCodeIsAvailableAtOnceAndOnLaterVisitsWithItsExpiry() {
    JsonNode first = site.visit("?mref=%20ada-10%20");
    assertEquals("ada-10", code(first));
    assertStoredInBoth(first);
    Instant captured = Instant.parse(first.path("capturedAt").asText());
    Instant expires = Instant.parse(first.path("expiresAt").asText());
    assertEquals(Duration.ofDays(30), Duration.between(captured, expires));
    assertTrue(Duration.between(captured, Instant.now()).abs().toMinutes() < 2);
    assertEquals(first, site.visit(""));
  }

  @Test
  void aCodeSurvivesClosingTheBrowser() throws Exception {
    Path profile = profile("closed");
    JsonNode first;
    try (BrowserTab before = new BrowserTab(profile)) {
      first = before.visit(site.host(), before.page(TOOLS, tag(""), STATE) + "?mref=ada");
    }
    // The new tab's server has another port, hence another local storage: only the cookie remains.
    try (BrowserTab after = new BrowserTab(profile)) {
      assertEquals(first, after.visit(site.host(), after.page(TOOLS, tag(""), STATE)));
    }
  }

  @Test
  void theFirstOfTwoLinksWins() {
    JsonNode first = site.visit("?mref=first");
    assertEquals(first, site.visit("?mref=second"));
    assertEquals(first, site.visitAfter(29, "?mref=third"));
  }

  @Test
  void after30DaysAStoredCodeIsIgnoredAndANewLinkIsAccepted() {
    site.visit("?mref=first");
    assertEquals("first", code(site.visitAfter(29, "")));
    JsonNode expired = site.visit("", "", "", "move(31); return state();");
    assertTrue(expired.path("code").isNull());
    assertTrue(expired.path("expiresAt").isNull());
    assertEquals(1, expired.path("cookies").size());
    assertTrue(expired.path("stored").isTextual());
    JsonNode second = site.visitAfter(31, "?mref=second");
    assertEquals("second", code(second));
    assertStoredInBoth(second);
  }

  @Test
  void anExpiredCodeIsRemovedFromTheStores() {
    site.visit("?mref=first");
    JsonNode state = site.visitAfter(31, "");
    assertTrue(state.path("code").isNull());
    assertNothingStored(state);
  }

  @Test
  void theTagNamesTheQueryParameters() {
    String names = "data-params=\" via , mref,\"";
    assertEquals("b", code(site.visit("?ref=a&via=%20&mref=b", "", names, STATE)));
    String other = "www.other" + site.name();
    assertEquals("b", code(visit(other, "?mref=a&via=b", "", names, STATE)));
    assertTrue(visit("www.third" + site.name(), "?via=b", "", "", STATE).path("code").isNull());
    JsonNode link = visit(other, "", "", names, "return affiliateTrack.decorate('https://a.b/');");
    assertEquals("https://a.b/?via=b", link.asText());
  }

  @ParameterizedTest
  @ValueSource(strings = {"async", "defer", "type=\"module\"", "crossorigin=\"anonymous\""})
  void theTagMayBeLoadedInAnyWay(String attribute) {
    JsonNode state =
        site.visit(
            "?mref=a&via=b", "", attribute + " data-params=\"via\" data-consent=\"wait\"", STATE);
    assertEquals("b", code(state));
    assertNothingStored(state);
  }

  @Test
  void aDecoratedLinkIsOtherwiseUnchanged() {
    JsonNode links =
        site.visit(
            "?mref=a%26b%20%C3%A9",
            "",
            "",
            """
            return ['https://other.test/p?q=a%20b&flag&mref=x&mref&xmref=1#top', 'http://other.test',
              new URL('https://other.test/?a=b'), 'mailto:a@b.test', 'javascript:void 0', 'http://[',
              ''].map((url) => affiliateTrack.decorate(url));
            """);
    String code = "mref=a%26b%20%C3%A9";
    assertEquals(
        "https://other.test/p?q=a%20b&flag&xmref=1&" + code + "#top", links.path(0).asText());
    assertEquals("http://other.test/?" + code, links.path(1).asText());
    assertEquals("https://other.test/?a=b&" + code, links.path(2).asText());
    assertEquals("mailto:a@b.test", links.path(3).asText());
    assertEquals("javascript:void 0", links.path(4).asText());
    assertEquals("http://[", links.path(5).asText());
    JsonNode plain =
        visit(
            "www.none" + site.name(),
            "",
            "",
            "",
            "return affiliateTrack.decorate('https://other.test?a=b');");
    assertEquals("https://other.test?a=b", plain.asText());
  }

  @Test
  void aCodeIsBoundedAndSafeInTheCookie() {
    assertTrue(site.visit("?mref=" + "x".repeat(201)).path("code").isNull());
    assertTrue(site.visit("?mref=a%0Ab").path("code").isNull());
    JsonNode state = site.visit("?mref=a%3B%20domain%3Devil%2C%22%E2%82%AC");
    assertEquals("a; domain=evil,\"€", code(state));
    assertEquals(1, state.path("cookies").size());
    assertTrue(
        state.path("stored").asText().endsWith(".a%3B%20domain%3Devil%2C%22%E2%82%AC"),
        state.toString());
    assertEquals(state, site.visit(""));
  }

  @Test
  void aForgedExpiryIsLimitedTo30Days() {
    long now = System.currentTimeMillis();
    JsonNode state =
        site.visit(
            "",
            "localStorage.setItem('sw_affiliate', '" + now + ".9999999999999.forged');",
            "",
            STATE);
    assertEquals("forged", code(state));
    assertEquals(
        Instant.ofEpochMilli(now).plus(Duration.ofDays(30)),
        Instant.parse(state.path("expiresAt").asText()));
  }

  @Test
  void theCodeExpiresWhileThePageIsOpen() {
    JsonNode result =
        site.visit(
            "?mref=ada",
            "",
            "",
            "const open = state(); move(29.99); const last = state(); move(0.02);"
                + "return {open, last, gone: state(), link: affiliateTrack.decorate('/x')};");
    assertEquals("ada", result.at("/open/code").asText());
    assertEquals("ada", result.at("/last/code").asText());
    assertTrue(result.at("/gone/code").isNull());
    assertTrue(result.at("/gone/capturedAt").isNull());
    assertEquals("/x", result.path("link").asText());
  }

  @Test
  void loadingTheScriptTwiceChangesNothing() {
    BrowserTab tab = tab();
    String page =
        tab.page(
            TOOLS,
            tag("") + "<script>const first = affiliateTrack;</script>" + tag("data-params=\"via\""),
            "return Object.assign(state(), {same: first === affiliateTrack});");
    JsonNode state = tab.visit(site.host(), page + "?mref=ada&via=bob");
    assertEquals("ada", code(state));
    assertTrue(state.path("same").asBoolean());
    assertStoredInBoth(state);
  }
}
