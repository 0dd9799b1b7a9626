package dev.shopwire.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EmbeddedRedisIT {
  private static final Progress SILENT = line -> {};

  @TempDir private Path directory;
  private Path path;
  private DataDirectory data;

  @BeforeEach
  void open() throws IOException {
    path = TestData.unpacked(directory);
    data = DataDirectory.open(path);
  }

  @AfterEach
  void close() {
    data.close();
    TestData.assertNothingRunsIn(path);
  }

  @Test
  void keepsDataAcrossStarts() throws IOException {
    try (EmbeddedRedis redis = EmbeddedRedis.start(data, SILENT)) {
      assertEquals("+OK", Clients.redis(redis.uri(), "SET colour green"));
      assertEquals(redis.uri(), Files.readString(path.resolve("redis.uri")).strip());
    }
    assertFalse(Files.exists(path.resolve("redis.uri")));
    try (EmbeddedRedis redis = EmbeddedRedis.start(data, SILENT)) {
      assertEquals("green", Clients.redis(redis.uri(), "GET colour"));
    }
  }

  @Test
  void keepsWhatItHasWrittenWhenKilledAndComesBackUnderItsUri() throws IOException {
    try (EmbeddedRedis redis = EmbeddedRedis.start(data, SILENT)) {
      String uri = redis.uri();
      long firstPid = redis.pid();
      assertEquals("+OK", Clients.redis(uri, "SET colour green"));
      TestData.kill(firstPid);
      assertFalse(redis.isAlive());
      redis.restart();
      assertEquals(uri, redis.uri());
      assertNotEquals(firstPid, redis.pid());
      assertEquals("green", Clients.redis(uri, "GET colour"));
    }
  }

  @Test
  void refusesWhoeverHasNoPasswordOrAWrongOne() throws IOException {
    try (EmbeddedRedis redis = EmbeddedRedis.start(data, SILENT)) {
      assertTrue(Clients.redis(redis.port(), "", "GET colour").startsWith("-NOAUTH"));
      assertTrue(Clients.redis(redis.port(), "wrong", "GET colour").startsWith("-WRONGPASS"));
    }
  }

  @Test
  void listensOnLoopbackAloneAndShowsNoPassword() throws IOException {
    try (EmbeddedRedis redis = EmbeddedRedis.start(data, SILENT)) {
      assertTrue(redis.uri().matches("redis://:[0-9a-f]{48}@127\\.0\\.0\\.1:\\d+/0"));
      assertEquals(List.of(Listening.LOOPBACK), Listening.addresses(redis.port()));
      String password = redis.uri().substring("redis://:".length(), redis.uri().indexOf('@'));
      assertFalse(String.join(" ", Proc.arguments(redis.pid())).contains(password));
      for (String file : List.of("redis.uri", "redis.secret", "redis.log", "redis/redis.conf")) {
        assertEquals("rw-------", TestData.mode(path.resolve(file)), file);
      }
      assertEquals("rwx------", TestData.mode(path.resolve("redis")));
    }
  }

  @Test
  void isSetUpAsDocumented() throws IOException {
    Map<String, String> expected =
        Map.of(
            "appendonly", "yes",
            "appendfsync", "everysec",
            "maxmemory", "268435456",
            "maxmemory-policy", "volatile-ttl");
    try (EmbeddedRedis redis = EmbeddedRedis.start(data, SILENT)) {
      for (Map.Entry<String, String> setting : expected.entrySet()) {
        assertEquals(setting.getValue(), configured(redis, setting.getKey()), setting.getKey());
      }
    }
  }

  @Test
  void takesAPortAndSettings() throws IOException {
    int port = FreePort.find();
    StoreOptions options = StoreOptions.defaults().withPort(port).with("maxmemory", "8mb");
    try (EmbeddedRedis redis = EmbeddedRedis.start(data, SILENT, options)) {
      assertEquals(port, redis.port());
      assertEquals("8388608", configured(redis, "maxmemory"));
    }
  }

  private static String configured(EmbeddedRedis redis, String setting) throws IOException {
    return Clients.redis(redis.uri(), "CONFIG GET " + setting).replace(setting + " ", "");
  }

  @Test
  void loadsAFileThatEndsInTheMiddle() throws IOException {
    try (EmbeddedRedis redis = EmbeddedRedis.start(data, SILENT)) {
      assertEquals("+OK", Clients.redis(redis.uri(), "SET colour green"));
      assertEquals("+OK", Clients.redis(redis.uri(), "SET shape round"));
    }
    Path file = path.resolve("redis/appendonly.aof");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() - 3);
    }
    try (EmbeddedRedis redis = EmbeddedRedis.start(data, SILENT)) {
      assertEquals("green", Clients.redis(redis.uri(), "GET colour"));
      assertEquals("$-1", Clients.redis(redis.uri(), "GET shape"));
    }
  }

  @Test
  void movesAFileAsideThatItCannotRead() throws IOException {
    try (EmbeddedRedis redis = EmbeddedRedis.start(data, SILENT)) {
      assertEquals("+OK", Clients.redis(redis.uri(), "SET colour green"));
    }
    Path file = path.resolve("redis/appendonly.aof");
    Files.writeString(file, "no such format\n" + Files.readString(file));
    List<String> lines = new ArrayList<>();
    try (EmbeddedRedis redis = EmbeddedRedis.start(data, lines::add)) {
      assertEquals("$-1", Clients.redis(redis.uri(), "GET colour"));
      assertTrue(lines.stream().anyMatch(line -> line.contains("starting empty")), lines::toString);
      assertTrue(Files.exists(path.resolve("redis/appendonly.aof.unreadable")));
    }
  }

  @Test
  void showsTheLogWhenTheServerRefusesASetting() {
    StoreOptions options = StoreOptions.defaults().with("maxmemory-policy", "none");
    StoreException refused =
        assertThrows(
            StoreException.class, () -> EmbeddedRedis.start(data, SILENT, options).close());
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains("maxmemory-policy \"none\""), message);
    assertTrue(message.contains("SHOPWIRE_REDIS_URI"), message);
  }

  @Test
  void runsTheMachinesRedisWhereTheBundledOneCannot() throws IOException {
    Path program = TestData.only(path.resolve("bin"), "redis-server-").resolve("redis-server");
    Path installed = Files.createDirectory(directory.resolve("installed"));
    Files.copy(program, installed.resolve("redis-server"));
    assertTrue(installed.resolve("redis-server").toFile().setExecutable(true));
    // Of the same length, or else it would be taken for damaged and unpacked anew.
    String script = "#!/bin/sh\necho libssl.so.3: cannot open shared object file\nexit 127\n";
    Files.writeString(program, script + " ".repeat((int) Files.size(program) - script.length()));

    Optional<Path> machines = Command.onPath("redis-server");
    if (machines.isPresent()) {
      List<String> lines = new ArrayList<>();
      EmbeddedRedis.start(data, lines::add).close();
      assertTrue(
          lines.stream().anyMatch(l -> l.contains("Using " + machines.get())), lines::toString);
    } else {
      refusesForWantOfOpenSsl();
    }

    data.close();
    String search = installed + ":" + System.getenv("PATH");
    String classPath = System.getProperty("java.class.path", "");
    try (ChildJvm child = ChildJvm.start(path, List.of(), Map.of("PATH", search), classPath)) {
      child.awaitLine("Using " + installed.resolve("redis-server"));
      child.awaitLine("READY");
    }
  }

  private void refusesForWantOfOpenSsl() {
    StoreException refused =
        assertThrows(StoreException.class, () -> EmbeddedRedis.start(data, SILENT).close());
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains("libssl.so.3: cannot open"), message);
    assertTrue(message.contains("SHOPWIRE_REDIS_URI"), message);
  }
}
