package dev.shopwire.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Copies the data directory of a service that was started once and has stored nothing, so that its
 * schema is migrated: that takes longer than the rest of a start. The original is created once per
 * jar. Thread-safe.
 */
public final class FreshData {
  /** The name of the data directory in that of a service. */
  public static final String DATA = "data";

  private FreshData() {}

  /** A new directory in which a service can be started; the caller deletes it. */
  public static Path copy(String purpose) {
    return copy(TemporaryFiles.directory(purpose));
  }

  /**
   * @param directory is empty or does not exist
   * @return {@code directory}, in which a service can be started
   */
  public static Path copy(Path directory) {
    Path jar = ServiceProcess.jar();
    try {
      Path template = jar.resolveSibling("fresh-data-" + Files.getLastModifiedTime(jar).toMillis());
      return DataTemplate.copy(template, FreshData::create, directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void create(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ServiceProcess.archiveClasses(directory, settings());
  }

  /** Of a cluster of its own, so that the archive has the classes of clusters too. */
  private static Map<String, String> settings() {
    String port = Integer.toString(FreePorts.next());
    return Map.of(
        "SHOPWIRE_ADMIN_TOKEN", "of-the-first-start",
        "SHOPWIRE_CLUSTER", "true",
        "SHOPWIRE_CLUSTER_HOST", "127.0.0.1",
        "SHOPWIRE_CLUSTER_PORT", port,
        "SHOPWIRE_CLUSTER_MEMBERS", "127.0.0.1:" + port);
  }
}
