package dev.shopwire.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Creates and deletes the temporary directories of tests. */
public final class TemporaryFiles {
  private TemporaryFiles() {}

  public static Path directory(String purpose) {
    try {
      return Files.createTempDirectory("shopwire-" + purpose);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes {@code directory} with its contents, as far as possible. */
  @SuppressWarnings("ResultOfMethodCallIgnored")
  public static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
