package dev.shopwire.app.affiliates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.Chromium;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.TemporaryFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Pages with the tracking script on them: one browser tab and one service for all tests of the
 * script; started once, ended with the JVM.
 */
final class AffiliatePages {
  /** What every page has before the script: a clock to move, and the stores as they really are. */
  static final String TOOLS =
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

  /** A page's last words: what the script says and what is really kept. */
  static final String STATE = "return state();";

  /** The one site whose cookie the service sets by header. */
  static final String COOKIE_SITE = "cookie.test";

  private static final class Shared {
    static final AffiliatePages PAGES = new AffiliatePages();
  }

  private final Path directory = TemporaryFiles.directory("affiliate");
  private final BrowserTab tab;
  private final ServiceProcess service;

  private AffiliatePages() {
    Map<String, String> environment =
        RunningService.onSharedStores(Map.of("SHOPWIRE_AFFILIATE_COOKIE_DOMAIN", COOKIE_SITE));
    try {
      tab = new BrowserTab(directory.resolve("profile"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    service = ServiceProcess.launch(directory, environment);
    // Before it is awaited, so that nothing goes on running if it is never ready.
    Runtime.getRuntime().addShutdownHook(new Thread(this::end));
    service.awaitReady();
  }

  private void end() {
    service.kill();
    try {
      tab.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      TemporaryFiles.delete(directory);
    }
  }

  private static AffiliatePages shared() {
    // Asked every time, since what is thrown while a class is initialized skips nothing.
    Chromium.assumeInstalled();
    return Shared.PAGES;
  }

  /** The tab that all tests share. */
  static BrowserTab tab() {
    return shared().tab;
  }

  /** Where a browser of the test's own keeps what it keeps. */
  static Path profile(String name) {
    return shared().directory.resolve(name);
  }

  private static String serviceUrl() {
    return shared().service.httpUrl().replace("127.0.0.1", "t." + COOKIE_SITE);
  }

  static String tag(String attributes) {
    return "<script src=\"" + serviceUrl() + "/affiliate.js\" " + attributes + "></script>";
  }

  /** The attribute by which the script asks the server for the cookie. */
  static String endpoint() {
    return "data-endpoint=\"" + serviceUrl() + "/affiliate/cookie\"";
  }

  /** Goes to a page with the script on it; {@code before} and {@code after} run around that. */
  static JsonNode visit(String host, String query, String before, String attributes, String after) {
    return tab().visit(host, tab().page(TOOLS + before, tag(attributes), after) + query);
  }

  static String code(JsonNode state) {
    return state.path("code").asText();
  }

  static void assertNothingKept(JsonNode state) {
    assertEquals("[]", state.path("cookies").toString(), state.toString());
    assertTrue(state.path("stored").isNull(), state.toString());
  }

  static void assertKeptInBoth(JsonNode state) {
    assertEquals(1, state.path("cookies").size(), state.toString());
    assertEquals(state.at("/cookies/0").asText(), state.path("stored").asText());
    assertTrue(state.path("stored").asText().endsWith("." + code(state)), state.toString());
  }
}
