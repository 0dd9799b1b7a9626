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

/** Servers whose JVM was killed live on, until the next start on their data directory. */
@Timeout(120)
class CrashedJvmIT {
  private static final Progress SILENT = line -> {};

  @TempDir private Path directory;

  @AfterEach
  void assertNothingRuns() {
    TestData.assertNothingRunsIn(directory.resolve("data"));
  }

  @Test
  void theNextStartEndsTheOldServersAndKeepsTheData() throws Exception {
    Path path = TestData.unpacked(directory);
    ChildJvm child = ChildJvm.start(path);
    List<String> ready = child.awaitLine("READY");
    long oldPostgres = Long.parseLong(ready.get(1));
    long oldRedis = Long.parseLong(ready.get(2));
    String oldUri = Files.readString(path.resolve("postgres.uri")).strip();
    Clients.execute(oldUri, "CREATE TABLE t (n int)", "INSERT INTO t VALUES (42)");
    String oldRedisUri = Files.readString(path.resolve("redis.uri")).strip();
    assertEquals("+OK", Clients.redis(oldRedisUri, "SET colour green"));
    child.kill();
    assertTrue(TestData.isAlive(oldPostgres) && TestData.isAlive(oldRedis));

    List<String> lines = new ArrayList<>();
    try (DataDirectory data = DataDirectory.open(path)) {
      assertFalse(Files.exists(path.resolve("postgres.uri")));
      try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data, lines::add);
          EmbeddedRedis redis = EmbeddedRedis.start(data, lines::add)) {
        assertFalse(TestData.isAlive(oldPostgres) || TestData.isAlive(oldRedis));
        assertEquals(1, TestData.redisIn(path).size());
        assertEquals("42", Clients.value(postgres.uri(), "SELECT n FROM t"));
        assertEquals("green", Clients.redis(redis.uri(), "GET colour"));
        assertTrue(lines.stream().anyMatch(line -> line.contains("" + oldRedis)), lines::toString);
      }
    }
  }

  @Test
  void theNextStartFindsThemThoughTheDirectoryWasMoved() throws Exception {
    Path old = TestData.unpacked(Files.createDirectory(directory.resolve("old")));
    ChildJvm child = ChildJvm.start(old);
    List<String> ready = child.awaitLine("READY");
    child.kill();
    Path path = directory.resolve("data");
    Files.move(old, path);
    try (DataDirectory data = DataDirectory.open(path);
        EmbeddedPostgres postgres = EmbeddedPostgres.start(data, SILENT);
        EmbeddedRedis redis = EmbeddedRedis.start(data, SILENT)) {
      assertTrue(postgres.isAlive() && redis.isAlive());
      assertFalse(TestData.isAlive(Long.parseLong(ready.get(1))));
      assertFalse(TestData.isAlive(Long.parseLong(ready.get(2))));
    }
  }

  @Test
  void aJvmThatIsToldToEndDuringTheStartLeavesNothingBehind() throws IOException {
    Path path = TestData.unpacked(directory);
    ChildJvm child = ChildJvm.start(path);
    assertTrue(Poll.until(Duration.ofSeconds(20), () -> !TestData.postgresIn(path).isEmpty()));
    child.terminate();
    assertTrue(Poll.until(Duration.ofSeconds(5), () -> TestData.postgresIn(path).isEmpty()));
    // Its start may have been over already, and then it is the caller's to stop.
    try (DataDirectory data = DataDirectory.open(path)) {
      EmbeddedRedis.start(data, SILENT).close();
    }
  }
}
