package dev.shopwire.app.support;

import dev.shopwire.testing.TemporaryFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A real browser without a window; where none is installed the test that asks is skipped. */
public final class Chromium {
  private static final List<String> OPTIONS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync");

  private Chromium() {}

  /** Skips the test that asks where no browser is installed. */
  public static void assumeInstalled() {
    Assumptions.assumeFalse(executable().isEmpty(), "Chromium is not here, so this is skipped");
  }

  private static String executable() {
    return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
        .filter(path -> Files.isExecutable(Path.of(path)))
        .findFirst()
        .orElse("");
  }

  /** What the page holds once its scripts have run. */
  public static String render(String url) throws IOException, InterruptedException {
    Path profile = TemporaryFiles.directory("chromium");
    try {
      Process process = start(profile, url, List.of("--virtual-time-budget=15000", "--dump-dom"));
      String page = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      return page;
    } finally {
      TemporaryFiles.delete(profile);
    }
  }

  /**
   * Opens {@code url} and stays until the process is ended; {@code profile} holds what it keeps.
   */
  public static Process start(Path profile, String url, List<String> more) throws IOException {
    assumeInstalled();
    List<String> command = new ArrayList<>(List.of(executable(), "--user-data-dir=" + profile));
    command.addAll(OPTIONS);
    command.addAll(more);
    command.add(url);
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }
}
