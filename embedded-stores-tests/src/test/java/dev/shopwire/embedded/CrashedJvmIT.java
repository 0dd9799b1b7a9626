package dev.shopwire.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a server whose JVM was killed is stopped by the next start on its data directory. */
@Timeout(120)
class CrashedJvmIT {
  private static final Progress SILENT = line -> {};

  @TempDir private Path directory;

  @AfterEach
  void assertNothingRuns() {
    TestData.assertNothingRunsIn(directory.resolve("data"));
  }

  @Test
  void theNextStartStopsTheOldServerAndKeepsTheData() throws Exception {
    Path path = TestData.initialized(directory);
    ChildJvm child = ChildJvm.start(path);
    List<String> ready = child.awaitLine("READY");
    long oldPostgres = Long.parseLong(ready.get(1));
    String oldUri = Files.readString(path.resolve("postgres.uri")).strip();
    Clients.execute(oldUri, "CREATE TABLE t (n int)", "INSERT INTO t VALUES (42)");
    child.kill();
    assertTrue(TestData.isAlive(oldPostgres));

    List<String> lines = new ArrayList<>();
    try (DataDirectory data = DataDirectory.open(path)) {
      assertFalse(Files.exists(path.resolve("postgres.uri")));
      try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data, lines::add)) {
        assertFalse(TestData.isAlive(oldPostgres));
        assertEquals("42", Clients.value(postgres.uri(), "SELECT n FROM t"));
        assertTrue(
            lines.stream().anyMatch(line -> line.contains("" + oldPostgres)), lines::toString);
      }
    }
  }

  @Test
  void theNextStartFindsTheServerEvenIfTheDirectoryWasMoved() throws Exception {
    Path old = TestData.initialized(Files.createDirectory(directory.resolve("old")));
    ChildJvm child = ChildJvm.start(old);
    List<String> ready = child.awaitLine("READY");
    child.kill();
    Path path = directory.resolve("data");
    Files.move(old, path);
    try (DataDirectory data = DataDirectory.open(path);
        EmbeddedPostgres postgres = EmbeddedPostgres.start(data, SILENT)) {
      assertTrue(postgres.isAlive());
      assertFalse(TestData.isAlive(Long.parseLong(ready.get(1))));
    }
  }

  @Test
  void aJvmTerminatedDuringTheStartLeavesNoProcess() throws IOException {
    Path path = TestData.unpacked(directory);
    ChildJvm child = ChildJvm.start(path);
    assertTrue(Poll.until(Duration.ofSeconds(20), () -> !TestData.postgresIn(path).isEmpty()));
    child.terminate();
    assertTrue(Poll.until(Duration.ofSeconds(5), () -> TestData.postgresIn(path).isEmpty()));
  }
}
