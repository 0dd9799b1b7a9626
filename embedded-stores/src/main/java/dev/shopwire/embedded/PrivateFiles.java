package dev.shopwire.embedded;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Files and directories that only their owner can read. */
final class PrivateFiles {
  static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");

  private PrivateFiles() {}

  static FileAttribute<Set<PosixFilePermission>> mode(Set<PosixFilePermission> permissions) {
    return PosixFilePermissions.asFileAttribute(permissions);
  }

  /** Creates the directory if missing; an existing one keeps its mode. */
  static Path directory(Path directory) throws IOException {
    return Files.isDirectory(directory)
        ? directory
        : Files.createDirectories(directory, mode(DIRECTORY));
  }

  /** Replaces the file atomically; after a crash it contains the old or the new text. */
  static void write(Path file, String text) throws IOException {
    Path temporary = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(temporary);
    try (FileChannel channel = FileChannel.open(temporary, Set.of(CREATE_NEW, WRITE), mode(FILE))) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(temporary, file, ATOMIC_MOVE);
    try (FileChannel directory = FileChannel.open(file.toAbsolutePath().getParent(), READ)) {
      directory.force(true);
    }
  }

  static void deleteTree(Path root) throws IOException {
    if (!Files.isDirectory(root)) {
      Files.deleteIfExists(root);
      return;
    }
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /**
   * Deletes entries of the directory with this prefix that an earlier start left, except one. What
   * cannot be deleted now (an exiting process may still write it) is left to the next start.
   */
  static void deleteLeftovers(Path directory, String prefix, Path except) throws IOException {
    List<Path> leftovers;
    try (Stream<Path> entries = Files.list(directory)) {
      leftovers =
          entries
              .filter(entry -> entry.getFileName().toString().startsWith(prefix))
              .filter(entry -> !entry.equals(except))
              .toList();
    }
    for (Path leftover : leftovers) {
      try {
        deleteTree(leftover);
      } catch (IOException stillInUse) {
        // Left to the next start.
      }
    }
  }
}
