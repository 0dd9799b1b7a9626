package dev.shopwire.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

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

  /**
   * Deletes {@code directory} with its contents, as far as possible: a process that ends may still
   * create and delete files in it.
   */
  public static void delete(Path directory) {
    try {
      Files.walkFileTree(directory, new Deletion());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Leaves what can't be read or deleted. */
  @SuppressWarnings("ResultOfMethodCallIgnored")
  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      file.toFile().delete();
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) {
      visited.toFile().delete();
      return FileVisitResult.CONTINUE;
    }
  }
}
