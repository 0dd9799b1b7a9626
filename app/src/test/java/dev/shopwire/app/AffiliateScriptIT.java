package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.TemporaryFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tracking script in a real browser (contract §5); every test has a site of its own. */
class AffiliateScriptIT {
  /** What every page has before the script: a clock to move, and the stores as they really are. */
  private static final String TOOLS =
      """
      const RealDate = Date;
      let shift = 0;
      const move = (days) => { shift += days * 864e5; };
      window.Date = class extends RealDate {
        constructor(...given) { given.length ? super(...given) : super(RealDate.now() + shift); }
        static now() { return RealDate.now() + shift; }
      };
      const realCookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
      const quietly = (action) => { try { return action(); } catch (e) { return e.name; } };
      const realStorage = quietly(() => localStorage);
      const state = () => ({
        code: affiliateTrack.referralCode,
        capturedAt: affiliateTrack.capturedAt,
        expiresAt: affiliateTrack.expiresAt,
        cookies: quietly(() => realCookie.get.call(document).split('; ')
          .filter((pair) => pair.startsWith('sw_affiliate=')).map((pair) => pair.slice(13))),
        stored: quietly(() => realStorage.getItem('sw_affiliate')),
      });
      const refuse = () => { throw new DOMException('blocked', 'SecurityError'); };
      const blockStorage = () => Object.defineProperty(window, 'localStorage', {get: refuse});
      const blockCookies = () =>
        Object.defineProperty(Document.prototype, 'cookie', {get: refuse, set: refuse});
      let asked = null;
      let asks = 0;
      window.fetch = (...given) => { asks++; return (asked = ask(...given)); };
      """;

  private static final String STATE = "return state();";
  // What a script bakes is lost, so that a cookie can only be the server's.
  private static final String SERVED_ONLY =
      "Object.defineProperty(Document.prototype, 'cookie',"
          + " {get: realCookie.get, set() {}, configurable: true});";
  private static final AtomicInteger SITES = new AtomicInteger();
  // The one site whose cookie the service sets by header.
  private static final String COOKIE_SITE = "cookie.test";
  private static Path directory = Path.of("");
  private static ServiceProcess service;
  private static BrowserTab tab;

  private final String site = "site" + SITES.incrementAndGet() + ".test";
  private final String host = "www." + site;
  private final String served = site.replace("test", COOKIE_SITE);

  @BeforeAll
  static void start() throws IOException {
    directory = TemporaryFiles.directory("affiliate");
    tab = new BrowserTab(directory.resolve("profile"));
    service =
        ServiceProcess.start(
            directory,
            RunningService.onSharedStores(Map.of("SHOPWIRE_AFFILIATE_COOKIE_DOMAIN", COOKIE_SITE)));
  }

  @AfterAll
  static void stop() throws IOException {
    // Neither is there if Chromium isn't.
    if (service != null) {
      service.close();
    }
    if (tab != null) {
      tab.close();
    }
    TemporaryFiles.delete(directory);
  }

  private static String serviceUrl() {
    return service.httpUrl().replace("127.0.0.1", "t." + COOKIE_SITE);
  }

  private static String tag(String attributes) {
    return "<script src=\"" + serviceUrl() + "/affiliate.js\" " + attributes + "></script>";
  }

  private static String endpoint() {
    return "data-endpoint=\"" + serviceUrl() + "/affiliate/cookie\"";
  }

  private static JsonNode visit(
      String host, String query, String before, String attributes, String after) {
    return tab.visit(host, tab.page(TOOLS + before, tag(attributes), after) + query);
  }

  private JsonNode visit(String query) {
    return visit(host, query, "", "", STATE);
  }

  private JsonNode visitAfter(int days, String query) {
    return visit(host, query, "move(" + days + ");", "", STATE);
  }

  private static String code(JsonNode state) {
    return state.path("code").asText();
  }

  private static void assertNothingKept(JsonNode state) {
    assertEquals("[]", state.path("cookies").toString(), state.toString());
    assertTrue(state.path("stored").isNull(), state.toString());
  }

  private static void assertKeptInBoth(JsonNode state) {
    assertEquals(1, state.path("cookies").size(), state.toString());
    assertEquals(state.at("/cookies/0").asText(), state.path("stored").asText());
    assertTrue(state.path("stored").asText().endsWith("." + code(state)), state.toString());
  }

  @Test
  void aPageThatNobodyReferredToHasNoCodeAndKeepsNothing() {
    JsonNode state = visit("?utm=1");
    assertTrue(state.path("code").isNull());
    assertTrue(state.path("capturedAt").isNull());
    assertTrue(state.path("expiresAt").isNull());
    assertNothingKept(state);
  }

  @Test
  void aCodeIsThereAtOnceAndOnLaterVisitsAndSaysWhenItEnds() {
    JsonNode first = visit("?mref=%20ada-10%20");
    assertEquals("ada-10", code(first));
    assertKeptInBoth(first);
    Instant captured = Instant.parse(first.path("capturedAt").asText());
    Instant expires = Instant.parse(first.path("expiresAt").asText());
    assertEquals(Duration.ofDays(30), Duration.between(captured, expires));
    assertTrue(Duration.between(captured, Instant.now()).abs().toMinutes() < 2);
    assertEquals(first, visit(""));
  }

  @Test
  void itIsThereAfterTheBrowserHasBeenClosed() throws Exception {
    Path profile = directory.resolve("closed");
    JsonNode first;
    try (BrowserTab before = new BrowserTab(profile)) {
      first = before.visit(host, before.page(TOOLS, tag(""), STATE) + "?mref=ada");
    }
    // The tab's server has another port now, so local storage is another one: the cookie remains.
    try (BrowserTab after = new BrowserTab(profile)) {
      assertEquals(first, after.visit(host, after.page(TOOLS, tag(""), STATE)));
    }
  }

  @Test
  void ofTwoLinksTheFirstOneWins() {
    JsonNode first = visit("?mref=first");
    assertEquals(first, visit("?mref=second"));
    assertEquals(first, visitAfter(29, "?mref=third"));
  }

  @Test
  void after30DaysItEndsThoughTheBrowserKeepsItAndANewLinkIsTaken() {
    visit("?mref=first");
    assertEquals("first", code(visitAfter(29, "")));
    JsonNode kept = visit(host, "", "", "", "move(31); return state();");
    assertTrue(kept.path("code").isNull());
    assertTrue(kept.path("expiresAt").isNull());
    assertEquals(1, kept.path("cookies").size());
    assertTrue(kept.path("stored").isTextual());
    JsonNode second = visitAfter(31, "?mref=second");
    assertEquals("second", code(second));
    assertKeptInBoth(second);
  }

  @Test
  void whatHasExpiredIsTakenOutOfTheStores() {
    visit("?mref=first");
    JsonNode state = visitAfter(31, "");
    assertTrue(state.path("code").isNull());
    assertNothingKept(state);
  }

  @Test
  void aLostCookieIsRestored() {
    JsonNode first = visit("?mref=ada");
    JsonNode lost =
        visit(
            host,
            "",
            "",
            "",
            "document.cookie = 'sw_affiliate=;path=/;max-age=0;domain=" + site + "';" + STATE);
    assertEquals(0, lost.path("cookies").size());
    assertEquals(first, visit(""));
  }

  @Test
  void aLostLocalStorageIsRestored() {
    JsonNode first = visit("?mref=ada");
    JsonNode lost = visit(host, "", "", "", "localStorage.clear();" + STATE);
    assertTrue(lost.path("stored").isNull());
    assertEquals(first, visit(""));
  }

  @Test
  void ifTheStoresDifferTheEarlierCaptureWins() {
    long now = System.currentTimeMillis();
    String early = (now - 5_000) + "." + (now + 86_400_000) + ".early";
    String late = (now - 1_000) + "." + (now + 86_400_000) + ".late";
    for (String pair : new String[] {early + " " + late, late + " " + early}) {
      String[] values = pair.split(" ", 2);
      JsonNode state =
          visit(
              host,
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
      assertKeptInBoth(state);
    }
  }

  @Test
  void theHostsOfASiteShareIt() {
    JsonNode first = visit("?mref=ada");
    assertEquals(first, visit("docs.eu." + site, "", "", "", STATE));
    assertEquals(first, visit(site, "", "", "", STATE));
    assertTrue(visit("www.not" + site, "", "", "", STATE).path("code").isNull());
  }

  @Test
  void aNumericAddressHasACookieOfItsOwn() {
    assertKeptInBoth(visit("127.0.0.1", "?mref=ada", "", "", STATE));
    assertEquals("ada", code(visit("127.0.0.1", "", "localStorage.clear();", "", STATE)));
    visit("127.0.0.1", "", "", "", "affiliateTrack.consent(false);");
  }

  @ParameterizedTest
  @ValueSource(strings = {"blockStorage();", "blockCookies();"})
  void eitherStoreMayBeBlocked(String block) {
    assertEquals("ada", code(visit(host, "?mref=ada", block, "", STATE)));
    assertEquals("ada", code(visit(host, "?mref=bob", block, "", STATE)));
    JsonNode state = visit("");
    assertEquals("ada", code(state));
    assertKeptInBoth(state);
  }

  @Test
  void withBothStoresBlockedThePageStillHasTheCode() {
    JsonNode state =
        visit(
            host,
            "?mref=ada",
            "blockStorage(); blockCookies();",
            endpoint(),
            "affiliateTrack.consent(true);"
                + "return Object.assign(state(), {link: affiliateTrack.decorate('/x')});");
    assertEquals("ada", code(state));
    assertTrue(state.path("link").asText().endsWith("/x?mref=ada"));
    assertNothingKept(state);
  }

  @Test
  void inAFrameWithoutAnOriginThePageStillHasTheCode() {
    String inner = tab.page(TOOLS, tag(""), "affiliateTrack.consent(true);" + STATE);
    JsonNode state =
        tab.visit(
            host,
            tab.page(
                TOOLS,
                "",
                """
                const told = new Promise((tell) =>
                  addEventListener('message', (event) => tell(event.data)));
                const frame = document.createElement('iframe');
                frame.sandbox = 'allow-scripts';
                frame.src = '%s?mref=ada';
                document.body.append(frame);
                return told;
                """
                    .formatted(inner)));
    assertEquals("ada", code(state));
    assertEquals("SecurityError", state.path("cookies").asText());
  }

  @Test
  void inABrowserThatBlocksAllCookiesThePageStillHasTheCode() throws Exception {
    Path profile = directory.resolve("blocking");
    Files.createDirectories(profile.resolve("Default"));
    Files.writeString(
        profile.resolve("Default/Preferences"),
        "{\"profile\":{\"default_content_setting_values\":{\"cookies\":2}}}");
    try (BrowserTab blocking = new BrowserTab(profile)) {
      JsonNode state = blocking.visit(host, blocking.page(TOOLS, tag(""), STATE) + "?mref=ada");
      assertEquals("ada", code(state));
      assertEquals("[]", state.path("cookies").toString());
      assertFalse(state.path("stored").asText().contains("ada"), state.toString());
    }
  }

  @Test
  void whileConsentIsAwaitedNothingIsStoredOrAsked() {
    String wait = "data-consent=\"wait\" " + endpoint();
    JsonNode told =
        visit(
            host,
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
    JsonNode later = visit(host, "", "", wait, STATE);
    assertTrue(later.path("code").isNull());
    assertNothingKept(later);
  }

  @Test
  void withConsentTheCodeIsStoredAsOfItsCapture() {
    JsonNode told =
        visit(
            host,
            "?mref=ada",
            "",
            "data-consent=\"wait\"",
            "const before = state(); move(1); affiliateTrack.consent(true);"
                + "return {before, after: state()};");
    assertEquals(told.at("/before/capturedAt"), told.at("/after/capturedAt"));
    assertKeptInBoth(told.path("after"));
    JsonNode next =
        visit(
            host,
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
    assertKeptInBoth(visit("?mref=ada"));
    for (String attributes : new String[] {"data-consent=\"wait\" " + endpoint(), ""}) {
      JsonNode told =
          visit(
              host,
              "?mref=bob",
              "",
              attributes,
              "affiliateTrack.consent(false);"
                  + "return Object.assign(state(), {asks, link: affiliateTrack.decorate('/x')});");
      assertTrue(told.path("code").isNull());
      assertEquals("/x", told.path("link").asText());
      assertEquals(0, told.path("asks").asInt());
      assertNothingKept(told);
      assertNothingKept(visit(host, "", "", "data-consent=\"wait\"", STATE));
    }
  }

  @Test
  void theParametersHaveTheNamesOfTheTag() {
    String names = "data-params=\" via , mref,\"";
    assertEquals("b", code(visit(host, "?ref=a&via=%20&mref=b", "", names, STATE)));
    JsonNode other = visit("www.other" + site, "?mref=a&via=b", "", names, STATE);
    assertEquals("b", code(other));
    assertTrue(visit("www.third" + site, "?via=b", "", "", STATE).path("code").isNull());
    JsonNode link =
        visit("www.other" + site, "", "", names, "return affiliateTrack.decorate('https://a.b/');");
    assertEquals("https://a.b/?via=b", link.asText());
  }

  @ParameterizedTest
  @ValueSource(strings = {"async", "defer", "type=\"module\"", "crossorigin=\"anonymous\""})
  void theTagMayBeLoadedInAnyWay(String attribute) {
    JsonNode state =
        visit(
            host,
            "?mref=a&via=b",
            "",
            attribute + " data-params=\"via\" data-consent=\"wait\"",
            STATE);
    assertEquals("b", code(state));
    assertNothingKept(state);
  }

  @Test
  void aLinkIsDecoratedAndTheRestOfItStays() {
    JsonNode links =
        visit(
            host,
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
            "www.none" + site,
            "",
            "",
            "",
            "return affiliateTrack.decorate('https://other.test?a=b');");
    assertEquals("https://other.test?a=b", plain.asText());
  }

  @Test
  void aCodeIsBoundedAndSafeInTheCookie() {
    assertTrue(visit("?mref=" + "x".repeat(201)).path("code").isNull());
    assertTrue(visit("?mref=a%0Ab").path("code").isNull());
    JsonNode state = visit("?mref=a%3B%20domain%3Devil%2C%22%E2%82%AC");
    assertEquals("a; domain=evil,\"€", code(state));
    assertEquals(1, state.path("cookies").size());
    assertTrue(
        state.path("stored").asText().endsWith(".a%3B%20domain%3Devil%2C%22%E2%82%AC"),
        state.toString());
    assertEquals(state, visit(""));
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
  void whatIsMalformedIsIgnoredAndReplaced(String text) {
    long now = System.currentTimeMillis();
    String value =
        text.replace("NOW", Long.toString(now))
            .replace("LATER", Long.toString(now + 864_000_000))
            .replace("LONG", "x".repeat(1_000));
    String plant =
        "document.cookie = 'sw_affiliate=%s;path=/'; localStorage.setItem('sw_affiliate', '%s');"
            .formatted(value, value);
    JsonNode state = visit(host, "", plant, "", STATE);
    assertTrue(state.path("code").isNull(), state.toString());
    assertNothingKept(state);
    state = visit(host, "?mref=ada", plant, "", STATE);
    assertEquals("ada", code(state));
    assertKeptInBoth(state);
  }

  @Test
  void nobodyCanWriteHimselfMoreThan30Days() {
    long now = System.currentTimeMillis();
    JsonNode state =
        visit(
            host,
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
  void theCodeEndsWhileThePageIsOpen() {
    JsonNode told =
        visit(
            host,
            "?mref=ada",
            "",
            "",
            "const open = state(); move(29.99); const last = state(); move(0.02);"
                + "return {open, last, gone: state(), link: affiliateTrack.decorate('/x')};");
    assertEquals("ada", told.at("/open/code").asText());
    assertEquals("ada", told.at("/last/code").asText());
    assertTrue(told.at("/gone/code").isNull());
    assertTrue(told.at("/gone/capturedAt").isNull());
    assertEquals("/x", told.path("link").asText());
  }

  @Test
  void loadedTwiceTheSecondChangesNothing() {
    String page =
        tab.page(
            TOOLS,
            tag("") + "<script>const first = affiliateTrack;</script>" + tag("data-params=\"via\""),
            "return Object.assign(state(), {same: first === affiliateTrack});");
    JsonNode state = tab.visit(host, page + "?mref=ada&via=bob");
    assertEquals("ada", code(state));
    assertTrue(state.path("same").asBoolean());
    assertKeptInBoth(state);
  }

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
        visit(
            host,
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
