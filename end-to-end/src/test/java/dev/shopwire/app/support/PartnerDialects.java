package dev.shopwire.app.support;

import dev.shopwire.testing.DeploymentFiles;
import dev.shopwire.testing.TemporaryFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The dialects of the release as services of tests read them. */
public final class PartnerDialects {
  /** The newer dialect with a limit of {@link #RATE} requests a second. */
  public static final String LIMITED = "limited-events";

  public static final int RATE = 15;

  private static final class Shared {
    static final Path DIRECTORY = directory();
  }

  private PartnerDialects() {}

  /** The directory of the services of this JVM that share one. */
  public static Path shared() {
    return Shared.DIRECTORY;
  }

  /**
   * A new directory with the dialects, without their limit of requests; deleted when the JVM ends.
   */
  public static Path directory() {
    try {
      Path directory = TemporaryFiles.directory("dialects");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> TemporaryFiles.delete(directory)));
      for (String name : List.of("app-events.yaml", "historical-events.yaml")) {
        String text = DeploymentFiles.text(DeploymentFiles.ROOT.resolve("conf/partner/" + name));
        Files.writeString(directory.resolve(name), withRate(text, 10_000));
      }
      String newer =
          DeploymentFiles.text(DeploymentFiles.ROOT.resolve("conf/partner/historical-events.yaml"));
      Files.writeString(directory.resolve(LIMITED + ".yaml"), withRate(newer, RATE));
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String withRate(String text, int rate) {
    return text.replace("requestsPerSecond: 4", "requestsPerSecond: " + rate);
  }
}
