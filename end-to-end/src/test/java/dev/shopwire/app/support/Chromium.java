package dev.shopwire.app.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Runs headless Chromium. Tests that need it are skipped where it is not installed. */
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

  /** Skips the calling test if no browser is installed. */
  public static void assumeInstalled() {
    Assumptions.assumeFalse(executable().isEmpty(), "Chromium is not installed");
  }

  private static String executable() {
    return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
        .filter(path -> Files.isExecutable(Path.of(path)))
        .findFirst()
        .orElse("");
  }

  /**
   * Opens {@code url} and runs until the process is ended; {@code profile} is its data directory,
   * also for its temporary files.
   */
  public static Process start(Path profile, String url, List<String> moreOptions)
      throws IOException {
    assumeInstalled();
    List<String> command = new ArrayList<>(List.of(executable(), "--user-data-dir=" + profile));
    command.addAll(OPTIONS);
    command.addAll(moreOptions);
    command.add(url);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("TMPDIR", Files.createDirectories(profile).toString());
    return builder.start();
  }
}
