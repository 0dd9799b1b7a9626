package dev.shopwire.app.console.browser;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.DevTools;
import java.util.Map;

/**
 * What the page that is open weighs: bytes over the wire with an empty cache.
 *
 * @param status of the page's response
 * @param html bytes of the page itself
 * @param all with all it has loaded
 */
record PageWeight(int status, int html, int all) {
  static final int MAX_BYTES = 60 * 1_024;

  /** Headless browsers do not load the icon, so that it is loaded here. */
  private static final String MEASURE =
      """
      fetch(document.querySelector('link[rel=icon]').href, {cache: 'no-store'})
        .then((icon) => icon.blob())
        .then(() => {
          const page = performance.getEntriesByType('navigation')[0];
          const loaded = performance.getEntriesByType('resource');
          return [page.responseStatus, page.transferSize,
            loaded.reduce((sum, each) => sum + each.transferSize, page.transferSize)];
        })
      """;

  /** Lets later pages be loaded without what earlier ones have loaded. */
  static void emptyCaches(DevTools tab) {
    tab.call("Network.enable", Map.of());
    tab.call("Network.setCacheDisabled", Map.of("cacheDisabled", true));
  }

  static PageWeight of(DevTools tab) {
    JsonNode measured = tab.evaluate(MEASURE);
    return new PageWeight(
        measured.path(0).asInt(), measured.path(1).asInt(), measured.path(2).asInt());
  }
}
