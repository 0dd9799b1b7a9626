package dev.shopwire.app.api;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.Chromium;
import dev.shopwire.app.support.RunningService;
import org.junit.jupiter.api.Test;

/** Tests the documentation pages in a real browser. */
class DocsIT {

  @Test
  void theApiIsRendered() throws Exception {
    String page = Chromium.render(RunningService.shared().httpUrl() + "/docs");
    assertTrue(page.contains("/v1/usage_events"), page);
    assertTrue(page.contains("Stores one event or a batch"), page);
  }

  @Test
  void theConsoleApiIsRendered() throws Exception {
    String page = Chromium.render(RunningService.shared().consoleUrl() + "/docs");
    assertTrue(page.contains("/console/api/workspaces"), page);
  }
}
