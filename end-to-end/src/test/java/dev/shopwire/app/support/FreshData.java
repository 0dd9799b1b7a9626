package dev.shopwire.app.support;

import dev.shopwire.testing.DataTemplate;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.TemporaryFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Copies the data directory of a service that was started once and has stored nothing, so that its
 * schema is migrated. The original is created once per jar.
 */
public final class FreshData {
  private FreshData() {}

  /** The caller deletes the copy. */
  public static Path copy(String purpose) {
    Path jar = ServiceProcess.jar();
    try {
      Path template = jar.resolveSibling("fresh-data-" + Files.getLastModifiedTime(jar).toMillis());
      return DataTemplate.copy(template, FreshData::create, TemporaryFiles.directory(purpose));
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
    ServiceProcess.archiveClasses(
        directory, Map.of("SHOPWIRE_ADMIN_TOKEN", RunningService.ADMIN_TOKEN));
  }
}
