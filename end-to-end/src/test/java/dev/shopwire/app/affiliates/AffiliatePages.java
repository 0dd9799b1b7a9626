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
 * Opens pages with the tracking script, in one browser tab and with one service for all tests of
 * the script; both are started once and stopped with the JVM.
 */
final class AffiliatePages {
  /** Runs before the tracking script: an adjustable clock, and access to the real stores. */
  static final String TOOLS =
      """
      const RealDate = Date;
      let shift = 0;
      const move = (days) => { shift += days * 864e5; };
      window.Date = class extends RealDate {
        constructor(...args) { args.length ? super(...args) : super(RealDate.now() + shift); }
        static now() { return RealDate.now() + shift; }
      };
      const realCookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
      const valueOrError = (action) => { try { return action(); } catch (e) { return e.name; } };
      const realStorage = valueOrError(() => localStorage);
      const state = () => ({
        code: affiliateTrack.referralCode,
        capturedAt: affiliateTrack.capturedAt,
        expiresAt: affiliateTrack.expiresAt,
        cookies: valueOrError(() => realCookie.get.call(document).split('; ')
          .filter((pair) => pair.startsWith('sw_affiliate=')).map((pair) => pair.slice(13))),
        stored: valueOrError(() => realStorage.getItem('sw_affiliate')),
      });
      const refuse = () => { throw new DOMException('blocked', 'SecurityError'); };
      const blockStorage = () => Object.defineProperty(window, 'localStorage', {get: refuse});
      const blockCookies = () =>
        Object.defineProperty(Document.prototype, 'cookie', {get: refuse, set: refuse});
      let lastFetch = null;
      let fetchCount = 0;
      window.fetch = (...args) => { fetchCount++; return (lastFetch = realFetch(...args)); };
      """;

  /** The end of a page's script: returns the script's state and what is really stored. */
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
    // Registered before waiting, so that nothing is left running if it never becomes ready.
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
    service.awaitReady();
  }

  private void stop() {
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
    // Checked on every call: an assumption that fails in a class initializer skips no test.
    Chromium.assumeInstalled();
    return Shared.PAGES;
  }

  /** The tab that all tests share. */
  static BrowserTab tab() {
    return shared().tab;
  }

  /** The data directory of a browser that one test starts. */
  static Path profile(String name) {
    return shared().directory.resolve(name);
  }

  private static String serviceUrl() {
    return shared().service.httpUrl().replace("127.0.0.1", "t." + COOKIE_SITE);
  }

  static String tag(String attributes) {
    return "<script src=\"" + serviceUrl() + "/affiliate.js\" " + attributes + "></script>";
  }

  /** The attribute that makes the script request its cookie from the server. */
  static String endpoint() {
    return "data-endpoint=\"" + serviceUrl() + "/affiliate/cookie\"";
  }

  /** Opens a page with the script; {@code before} and {@code after} run before and after it. */
  static JsonNode visit(String host, String query, String before, String attributes, String after) {
    return tab().visit(host, tab().page(TOOLS + before, tag(attributes), after) + query);
  }

  static String code(JsonNode state) {
    return state.path("code").asText();
  }

  static void assertNothingStored(JsonNode state) {
    assertEquals("[]", state.path("cookies").toString(), state.toString());
    assertTrue(state.path("stored").isNull(), state.toString());
  }

  static void assertStoredInBoth(JsonNode state) {
    assertEquals(1, state.path("cookies").size(), state.toString());
    assertEquals(state.at("/cookies/0").asText(), state.path("stored").asText());
    assertTrue(state.path("stored").asText().endsWith("." + code(state)), state.toString());
  }
}
