package dev.shopwire.app.affiliates;

import static dev.shopwire.app.affiliates.AffiliatePages.STATE;
import static dev.shopwire.app.affiliates.AffiliatePages.TOOLS;
import static dev.shopwire.app.affiliates.AffiliatePages.assertNothingStored;
import static dev.shopwire.app.affiliates.AffiliatePages.assertStoredInBoth;
import static dev.shopwire.app.affiliates.AffiliatePages.code;
import static dev.shopwire.app.affiliates.AffiliatePages.endpoint;
import static dev.shopwire.app.affiliates.AffiliatePages.profile;
import static dev.shopwire.app.affiliates.AffiliatePages.tab;
import static dev.shopwire.app.affiliates.AffiliatePages.tag;
import static dev.shopwire.app.affiliates.AffiliatePages.visit;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tracking script with stores that are lost, blocked, contradictory or tampered with. */
@Tag("everywhere-long")
@Tag("full")
class AffiliateStorageIT {
  private final AffiliateSite site = new AffiliateSite();

  @Test
  void aLostCookieIsRestored() {
    JsonNode first = site.visit("?mref=ada");
    JsonNode lost =
        site.visit(
            "",
            "",
            "",
            "document.cookie = 'sw_affiliate=;path=/;max-age=0;domain="
                + site.name()
                + "';"
                + STATE);
    assertEquals(0, lost.path("cookies").size());
    assertEquals(first, site.visit(""));
  }

  @Test
  void aLostLocalStorageIsRestored() {
    JsonNode first = site.visit("?mref=ada");
    JsonNode lost = site.visit("", "", "", "localStorage.clear();" + STATE);
    assertTrue(lost.path("stored").isNull());
    assertEquals(first, site.visit(""));
  }

  @Test
  void ifTheStoresDifferTheEarlierCaptureWins() {
    long now = System.currentTimeMillis();
    String early = (now - 5_000) + "." + (now + 86_400_000) + ".early";
    String late = (now - 1_000) + "." + (now + 86_400_000) + ".late";
    for (String pair : new String[] {early + " " + late, late + " " + early}) {
      String[] values = pair.split(" ", 2);
      JsonNode state =
          site.visit(
              "?mref=now",
              "document.cookie = 'sw_affiliate="
                  + values[0]
                  + ";path=/'; localStorage.setItem('sw_affiliate', '"
                  + values[1]
                  + "');",
              "",
              STATE);
      assertEquals("early", code(state));
      assertEquals(early, state.path("stored").asText());
      assertStoredInBoth(state);
    }
  }

  @Test
  void theHostsOfASiteShareTheCode() {
    JsonNode first = site.visit("?mref=ada");
    assertEquals(first, visit("docs.eu." + site.name(), "", "", "", STATE));
    assertEquals(first, visit(site.name(), "", "", "", STATE));
    assertTrue(visit("www.not" + site.name(), "", "", "", STATE).path("code").isNull());
  }

  @Test
  void anIpAddressHasItsOwnCookie() {
    assertStoredInBoth(visit("127.0.0.1", "?mref=ada", "", "", STATE));
    assertEquals("ada", code(visit("127.0.0.1", "", "localStorage.clear();", "", STATE)));
    visit("127.0.0.1", "", "", "", "affiliateTrack.consent(false);");
  }

  @ParameterizedTest
  @ValueSource(strings = {"blockStorage();", "blockCookies();"})
  void theCodeIsKeptWithEitherStoreBlocked(String block) {
    assertEquals("ada", code(site.visit("?mref=ada", block, "", STATE)));
    assertEquals("ada", code(site.visit("?mref=bob", block, "", STATE)));
    JsonNode state = site.visit("");
    assertEquals("ada", code(state));
    assertStoredInBoth(state);
  }

  @Test
  void withBothStoresBlockedThePageStillHasTheCode() {
    JsonNode state =
        site.visit(
            "?mref=ada",
            "blockStorage(); blockCookies();",
            endpoint(),
            "affiliateTrack.consent(true);"
                + "return Object.assign(state(), {link: affiliateTrack.decorate('/x')});");
    assertEquals("ada", code(state));
    assertTrue(state.path("link").asText().endsWith("/x?mref=ada"));
    assertNothingStored(state);
  }

  @Test
  void inASandboxedFrameThePageStillHasTheCode() {
    BrowserTab tab = tab();
    String inner = tab.page(TOOLS, tag(""), "affiliateTrack.consent(true);" + STATE);
    JsonNode state =
        tab.visit(
            site.host(),
            tab.page(
                TOOLS,
                "",
                """
                const message = new Promise((resolve) =>
                  addEventListener('message', (event) => resolve(event.data)));
                const frame = document.createElement('iframe');
                frame.sandbox = 'allow-scripts';
                frame.src = '%s?mref=ada';
                document.body.append(frame);
                return message;
                """
                    .formatted(inner)));
    assertEquals("ada", code(state));
    assertEquals("SecurityError", state.path("cookies").asText());
  }

  @Test
  void inABrowserThatBlocksAllCookiesThePageStillHasTheCode() throws Exception {
    Path profile = profile("blocking");
    Files.createDirectories(profile.resolve("Default"));
    Files.writeString(
        profile.resolve("Default/Preferences"),
        "{\"profile\":{\"default_content_setting_values\":{\"cookies\":2}}}");
    try (BrowserTab blocking = new BrowserTab(profile)) {
      JsonNode state =
          blocking.visit(site.host(), blocking.page(TOOLS, tag(""), STATE) + "?mref=ada");
      assertEquals("ada", code(state));
      assertEquals("[]", state.path("cookies").toString());
      assertFalse(state.path("stored").asText().contains("ada"), state.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense",
        "1.2.3",
        "NOW.LATER.",
        "NOW.LATER.%",
        "NOW.LATER.%E2%82",
        "NOW.LATER.%00",
        "NOW.LATER.LONG",
        "LATER.LATER.future",
        "{\"code\":\"a\"}"
      })
  void aMalformedValueIsIgnoredAndReplaced(String text) {
    long now = System.currentTimeMillis();
    String value =
        text.replace("NOW", Long.toString(now))
            .replace("LATER", Long.toString(now + 864_000_000))
            .replace("LONG", "x".repeat(1_000));
    String plant =
        "document.cookie = 'sw_affiliate=%s;path=/'; localStorage.setItem('sw_affiliate', '%s');"
            .formatted(value, value);
    JsonNode state = site.visit("", plant, "", STATE);
    assertTrue(state.path("code").isNull(), state.toString());
    assertNothingStored(state);
    state = site.visit("?mref=ada", plant, "", STATE);
    assertEquals("ada", code(state));
    assertStoredInBoth(state);
  }
}
