package dev.shopwire.app.api;

import dev.shopwire.app.support.BrowserPage;
import dev.shopwire.app.support.DevTools;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests the documentation pages in a real browser. */
class DocsIT {
  private static final Duration TIME = Duration.ofSeconds(60);

  @Test
  void theApiIsRendered() {
    assertRendered(
        RunningService.shared().httpUrl(),
        "Usage events",
        "/v1/usage_events",
        "Stores one event or a batch");
  }

  @Test
  void theConsoleApiIsRendered() {
    assertRendered(
        RunningService.shared().consoleUrl(),
        "E-mail",
        "/console/api/mail-senders/{id}",
        "Sends a mail of a template to one address");
  }

  /** Opens a tag: of more than some 130 operations at once, the page shows only the first ones. */
  private static void assertRendered(String url, String tag, String... texts) {
    try (DevTools tab = new DevTools()) {
      new BrowserPage(tab).open(url + "/docs");
      String heading = "document.querySelector('[data-tag=\"" + tag + "\"]')";
      Poll.until(TIME, () -> tag, () -> tab.evaluate("!!" + heading).asBoolean());
      tab.evaluate(heading + ".click(); 0");
      for (String text : texts) {
        // Without the invisible characters that let paths wrap.
        String isShown =
            "document.body.textContent.replace(/[^ -~]/g, '').includes("
                + BrowserPage.quote(text)
                + ")";
        Poll.until(
            TIME,
            () -> text + " in " + tab.evaluate("document.body.textContent").asText(),
            () -> tab.evaluate(isShown).asBoolean());
      }
    }
  }
}
