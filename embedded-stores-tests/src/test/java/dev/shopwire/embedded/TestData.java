package dev.shopwire.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Creates data directories for tests; the program is unpacked, and a database initialized, only
 * once.
 */
final class TestData {
  private static final Path UNPACKED = Path.of("target", "it-bin").toAbsolutePath();
  private static final Path INITIALIZED = Path.of("target", "it-data").toAbsolutePath();

  private TestData() {}

  /** A new data directory that contains only the unpacked program. */
  static synchronized Path unpacked(Path parent) throws IOException {
    PrivateFiles.directory(UNPACKED);
    PostgresProgram.ARCHIVE.ensureUnpacked(UNPACKED, line -> {});
    Path data = PrivateFiles.directory(parent.resolve("data"));
    run("cp", "-a", UNPACKED.toString(), data.resolve("bin").toString());
    return data;
  }

  /** A new data directory of a PostgreSQL that was started and stopped once. */
  static Path initialized(Path parent) throws IOException {
    Path data = PrivateFiles.directory(parent.resolve("data"));
    run("cp", "-a", Initialized.DATA + "/.", data.toString());
    return data;
  }

  private static final class Initialized {
    static final Path DATA = create();

    private static Path create() {
      try {
        run("rm", "-rf", INITIALIZED.toString()); // of an earlier build
        Path path = unpacked(Files.createDirectories(INITIALIZED));
        try (DataDirectory data = DataDirectory.open(path)) {
          EmbeddedPostgres.start(data, line -> {}).close();
        }
        return path;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  static void assertNothingRunsIn(Path data) {
    assertEquals(List.of(), postgresIn(data));
  }

  static List<Long> postgresIn(Path data) {
    return OrphanedProcesses.of(data.resolve("postgres")).stream().map(ProcessHandle::pid).toList();
  }

  static void kill(long pid) {
    ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
    process.destroyForcibly();
    Poll.until(Duration.ofSeconds(5), () -> !process.isAlive());
  }

  static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false) && !Proc.isZombie(pid);
  }

  static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  static int owner(Path file) throws IOException {
    return (Integer) Files.getAttribute(file, "unix:uid");
  }

  static boolean isRoot() throws IOException {
    return owner(Path.of("/proc/self")) == 0;
  }

  /** The only entry of a directory whose name starts with {@code prefix}. */
  static Path only(Path directory, String prefix) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      List<Path> found =
          entries.filter(e -> e.getFileName().toString().startsWith(prefix)).toList();
      assertEquals(1, found.size(), () -> prefix + "* in " + directory + ": " + found);
      return found.get(0);
    }
  }

  static void run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    Poll.until(Duration.ofSeconds(30), () -> !process.isAlive());
    assertEquals(0, process.exitValue(), () -> String.join(" ", command));
  }
}
