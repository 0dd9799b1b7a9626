package dev.shopwire.testing;

import dev.shopwire.embedded.DataDirectory;
import dev.shopwire.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.Consumer;

/**
 * Copies data directories that are created once per build, by the first process that needs them:
 * unpacking and initializing PostgreSQL takes longer than most tests. Thread-safe.
 */
public final class DataTemplate {
  /** Hard-linked instead of copied, since the stores never write to it. */
  private static final String PROGRAMS = "bin";

  private DataTemplate() {}

  /**
   * Creates the data directory of an embedded PostgreSQL that is initialized and has an empty
   * database.
   *
   * @param directory is empty or does not exist
   * @return {@code directory}
   */
  public static Path emptyPostgres(Path directory) {
    Path template = Path.of("target", "empty-postgres").toAbsolutePath();
    return copy(template, DataTemplate::createPostgres, directory);
  }

  private static void createPostgres(Path directory) {
    try (DataDirectory data = DataDirectory.open(directory)) {
      EmbeddedPostgres.start(data, line -> {}).close();
    }
  }

  /**
   * Copies {@code template} to {@code directory}.
   *
   * @param create creates the template; called by one process of all that call this method
   * @return {@code directory}
   */
  @SuppressWarnings("try") // the lock is only held
  public static Path copy(Path template, Consumer<Path> create, Path directory) {
    try {
      Files.createDirectories(template.getParent());
      Path marker = template.resolveSibling(template.getFileName() + ".complete");
      synchronized (DataTemplate.class) { // a process may hold a file's lock only once
        try (FileChannel channel =
                FileChannel.open(
                    template.resolveSibling(template.getFileName() + ".lock"),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE);
            FileLock lock = channel.lock()) {
          if (!Files.exists(marker)) {
            create.accept(template);
            Files.createFile(marker);
          }
        }
      }
      Files.walkFileTree(template, new Copy(template, directory));
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Copy extends SimpleFileVisitor<Path> {
    private final Path from;
    private final Path to;

    Copy(Path from, Path to) {
      this.from = from;
      this.to = to;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      Path copy = target(directory);
      Files.createDirectories(copy);
      Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(directory));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (!isProgram(file) || !tryLink(file)) {
        Files.copy(
            file, target(file), StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
      }
      return FileVisitResult.CONTINUE;
    }

    private boolean isProgram(Path file) {
      for (Path part : from.relativize(file)) {
        if (part.toString().equals(PROGRAMS)) {
          return true;
        }
      }
      return false;
    }

    /** Returns false if the two are on different file systems. */
    private boolean tryLink(Path file) {
      try {
        Files.createLink(target(file), file);
        return true;
      } catch (IOException e) {
        return false;
      }
    }

    private Path target(Path path) {
      return to.resolve(from.relativize(path));
    }
  }
}
