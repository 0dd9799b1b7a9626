package dev.shopwire.app.support;

import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.TemporaryFiles;
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
import java.util.Map;

/**
 * Copies the data directory of a service that was started once and has stored nothing: unpacking
 * and migrating the stores takes longer than most tests. The original is created once per jar, by
 * the first process of the build that needs it.
 */
final class FreshData {
  /** Hard-linked instead of copied, since the stores never write to it. */
  private static final String PROGRAMS = "bin";

  private FreshData() {}

  /** The caller deletes the copy. */
  static Path copy(String purpose) {
    Path directory = TemporaryFiles.directory(purpose);
    try {
      Path data = template().resolve("data");
      Files.walkFileTree(data, new Copy(data, directory.resolve("data")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return directory;
  }

  @SuppressWarnings("try") // the lock is only held
  private static Path template() throws IOException {
    Path jar = ServiceProcess.jar();
    Path template = jar.resolveSibling("fresh-data-" + Files.getLastModifiedTime(jar).toMillis());
    Path marker = template.resolve("made");
    try (FileChannel channel =
            FileChannel.open(
                jar.resolveSibling("fresh-data.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      if (!Files.exists(marker)) {
        Files.createDirectories(template);
        try (ServiceProcess service =
            ServiceProcess.startAndArchiveClasses(
                template, Map.of("SHOPWIRE_ADMIN_TOKEN", RunningService.ADMIN_TOKEN))) {
          service.stop();
        }
        Files.createFile(marker);
      }
      return template;
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
      if (!from.relativize(file).startsWith(PROGRAMS) || !tryLink(file)) {
        Files.copy(
            file, target(file), StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
      }
      return FileVisitResult.CONTINUE;
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
