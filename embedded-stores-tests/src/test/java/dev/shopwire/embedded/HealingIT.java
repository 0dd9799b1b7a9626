package dev.shopwire.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that leftovers of interrupted starts do not prevent the next start. */
@Timeout(240)
class HealingIT {
  private static final Progress SILENT = line -> {};

  @TempDir private Path directory;

  @AfterEach
  void assertNothingRuns() {
    TestData.assertNothingRunsIn(directory.resolve("data"));
  }

  @Test
  void unpacksIncompleteOrDamagedProgramsAgainAndRemovesOldVersions() throws Exception {
    Path path = TestData.initialized(directory);
    Path bin = path.resolve("bin");
    Path programs = TestData.only(bin, "postgres-");
    Files.createDirectories(bin.resolve("postgres-17.1-0badf00d/bin"));
    Files.createDirectories(bin.resolve("postgres-unpacking-123/bin"));
    Path server = programs.resolve("bin/postgres");
    try (FileChannel channel = FileChannel.open(server, StandardOpenOption.WRITE)) {
      channel.truncate(4096);
    }
    List<String> lines = new ArrayList<>();
    assertStarts(path, lines::add);
    assertEquals(programs, TestData.only(bin, "postgres-"));
    assertEquals("Unpacking postgres 18.6", lines.get(0));
    assertTrue(lines.stream().anyMatch(line -> line.matches("Unpacked .* in [0-9.]+ s")));
  }

  @Test
  void createsTheDatabaseAgainAfterAnInterruptedInitdb() throws Exception {
    Path path = TestData.unpacked(directory);
    Path half = Files.createDirectories(path.resolve("postgres.new-123/base/1"));
    Files.writeString(path.resolve("postgres.new-123/PG_VERSION"), "18\n");
    Files.writeString(path.resolve("postgres.new-123.password"), "secret\n");
    Files.createDirectory(path.resolve("postgres"));
    assertStarts(path, SILENT);
    assertFalse(Files.exists(half));
    assertFalse(Files.exists(path.resolve("postgres.new-123.password")));
  }

  @Test
  void createsRoleAndDatabaseIfTheStartWasInterruptedBefore() throws Exception {
    Path path = TestData.initialized(directory);
    dropAsSuperuser(path, List.of("DROP DATABASE shopwire"));
    assertStarts(path, SILENT);
    dropAsSuperuser(path, List.of("DROP DATABASE shopwire", "DROP ROLE shopwire"));
    assertStarts(path, SILENT);
    dropAsSuperuser(path, List.of("ALTER ROLE shopwire PASSWORD NULL"));
    assertStarts(path, SILENT);
  }

  private static void dropAsSuperuser(Path path, List<String> statements)
      throws IOException, SQLException {
    String password =
        Secrets.readOrCreate(path.resolve("postgres.secret"), List.of("postgres"))
            .getOrDefault("postgres", "");
    try (DataDirectory data = DataDirectory.open(path);
        EmbeddedPostgres postgres = EmbeddedPostgres.start(data, SILENT);
        Connection connection =
            Clients.connect(
                "postgresql://127.0.0.1:" + postgres.port() + "/postgres", "postgres", password);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @Test
  void ignoresAPidFileWhoseProcessIdNowBelongsToAnotherProgram() throws Exception {
    Path path = TestData.initialized(directory);
    Process other = new ProcessBuilder("sleep", "60").start();
    try {
      Files.writeString(
          path.resolve("postgres/postmaster.pid"),
          "%d\n%s\n1795251678\n5432\n\n127.0.0.1\n  1  1\nready   \n"
              .formatted(other.pid(), path.resolve("postgres")));
      assertStarts(path, SILENT);
      assertTrue(other.isAlive());
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  void repairsModesThatTheServerWouldReject() throws Exception {
    Path path = TestData.initialized(directory);
    TestData.run("chmod", "-R", "go+rX", path.toString());
    assertStarts(path, SILENT);
    assertEquals("rwx------", TestData.mode(path.resolve("postgres")));
  }

  @Test
  void startsAfterKillsAtAnyPointOfTheFirstStart() throws Exception {
    Path path = directory.resolve("data");
    killWhen(path, () -> exists(path.resolve("bin"), "postgres-unpacking"));
    killWhen(path, () -> exists(path, "postgres.new-"));
    killWhen(path, () -> Files.exists(path.resolve("postgres")));
    killWhen(path, () -> !TestData.postgresIn(path).isEmpty());
    assertStarts(path, SILENT);
    try (Stream<Path> entries = Files.list(path)) {
      assertEquals(List.of(), entries.filter(entry -> entry.toString().contains(".new")).toList());
    }
  }

  private static void killWhen(Path path, BooleanSupplier moment) throws IOException {
    ChildJvm child = ChildJvm.start(path);
    // Unpacking alone takes half of it on a machine that also builds.
    assertTrue(Poll.until(Duration.ofSeconds(60), moment), child::output);
    child.kill();
  }

  private static boolean exists(Path directory, String prefix) {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.anyMatch(entry -> entry.getFileName().toString().startsWith(prefix));
    } catch (IOException notYet) {
      return false;
    }
  }

  private static void assertStarts(Path path, Progress progress) throws SQLException {
    try (DataDirectory data = DataDirectory.open(path);
        EmbeddedPostgres postgres = EmbeddedPostgres.start(data, progress)) {
      assertEquals("shopwire", Clients.value(postgres.uri(), "SELECT current_user"));
      Clients.execute(postgres.uri(), "CREATE TABLE IF NOT EXISTS t (n int)");
    }
  }
}
