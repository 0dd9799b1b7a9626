package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.testing.TemporaryFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The pages that people see, in a real browser. */
class DocsIT {
  private static final List<String> OPTIONS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--virtual-time-budget=15000",
          "--dump-dom");

  /** What the page holds once its scripts have run. */
  private static String render(String url) throws IOException, InterruptedException {
    String browser =
        Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
            .filter(path -> Files.isExecutable(Path.of(path)))
            .findFirst()
            .orElse("");
    Assumptions.assumeFalse(browser.isEmpty(), "Chromium is not here, so this is skipped");
    Path profile = TemporaryFiles.directory("chromium");
    try {
      List<String> command = new ArrayList<>(List.of(browser, "--user-data-dir=" + profile));
      command.addAll(OPTIONS);
      command.add(url);
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String page = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      return page;
    } finally {
      TemporaryFiles.delete(profile);
    }
  }

  @Test
  void theApiIsRendered() throws Exception {
    String page = render(RunningService.shared().process().httpUrl() + "/docs");
    assertTrue(page.contains("/v1/usage_events"), page);
    assertTrue(page.contains("Stores one event or a batch"), page);
  }

  @Test
  void theConsoleApiIsRendered() throws Exception {
    String page = render(RunningService.shared().process().consoleUrl() + "/docs");
    assertTrue(page.contains("/console/api/workspaces"), page);
  }
}
