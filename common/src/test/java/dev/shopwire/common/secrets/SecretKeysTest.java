package dev.shopwire.common.secrets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretKeysTest {
  /** 32 zero bytes, whose SHA-256 starts with 66687aadf862bd77. */
  private static final String ZEROS = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

  private static final int THREADS = 16;

  @TempDir private Path directory = Path.of("");

  private static SecretKeysConfig config(Settings settings) {
    return SecretKeysConfig.of(settings, "some.secret.keys", "some.key");
  }

  private SecretKeysConfig config(Map<String, String> more) {
    return config(Settings.load(directory.resolve("none"), more));
  }

  private SecretKeysConfig unset(Path data) {
    return config(Map.of("SHOPWIRE_DATA_DIR", data.toString()));
  }

  private SecretKeysConfig set(String keys) {
    return config(Map.of("SHOPWIRE_SOME_SECRET_KEYS", keys));
  }

  @Test
  void theFirstConfiguredKeyEncrypts() {
    String other = SecretKey.generate();
    SecretKeys keys = set(ZEROS + " , " + other).load();
    assertEquals("66687aadf862bd77", keys.first().id());
    assertTrue(keys.find(SecretKey.of(other).orElseThrow().id()).isPresent());
    assertEquals(
        SecretKey.of(other).orElseThrow().id(), set(other + "," + ZEROS).load().first().id());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hidden",
        "aGlkZGVu",
        ",",
        ZEROS + ",",
        ZEROS + ",hidden",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="
      })
  void anInvalidSettingIsReportedWithoutItsValue(String value) {
    String message =
        String.valueOf(assertThrows(SettingException.class, () -> set(value)).getMessage());
    assertTrue(message.startsWith("SHOPWIRE_SOME_SECRET_KEYS: expected"), message);
    assertFalse(message.contains("AAAA") || message.contains("hidden"), message);
    assertFalse(message.contains("aGlkZGVu"), message);
  }

  @Test
  void configuredKeysAreNotPrinted() {
    Settings settings =
        Settings.load(directory.resolve("none"), Map.of("SHOPWIRE_SOME_SECRET_KEYS", ZEROS));
    SecretKeysConfig config = config(settings);
    assertEquals("(set)", settings.effective().get("some.secret.keys"));
    assertFalse(config.toString().contains("AAAA"), config::toString);
  }

  @Test
  void withoutASettingTheFirstStartCreatesAFileForTheOwnerOnly() throws IOException {
    Path data = directory.resolve("deep").resolve("data");
    SecretKeysConfig config = unset(data);
    assertFalse(Files.exists(data), "reading settings creates no file");
    SecretKeys created = config.load();
    Path file = data.resolve("some.key");
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(data)));
    assertEquals(List.of(file), list(data));
    assertEquals(created.first().id(), config.load().first().id());
    // The setting accepts the file's content.
    assertEquals(created.first().id(), set(Files.readString(file)).load().first().id());
  }

  @Test
  void theFileMayHaveSeveralKeysAndTheFirstEncrypts() throws IOException {
    String next = SecretKey.generate();
    Files.writeString(directory.resolve("some.key"), next + "\r\n" + ZEROS + "\n");
    SecretKeys keys = unset(directory).load();
    assertEquals(SecretKey.of(next).orElseThrow().id(), keys.first().id());
    assertEquals(List.of("66687aadf862bd77"), keys.oldIds());
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  @Test
  void concurrentStartsCreateOneKey() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      for (int round = 0; round < 50; round++) {
        Path data = directory.resolve("round-" + round);
        CyclicBarrier barrier = new CyclicBarrier(THREADS);
        List<Future<String>> loading = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          loading.add(
              threads.submit(
                  () -> {
                    barrier.await();
                    return unset(data).load().first().id();
                  }));
        }
        Set<String> ids = new HashSet<>();
        for (Future<String> id : loading) {
          ids.add(id.get());
        }
        assertEquals(1, ids.size(), "round " + round);
        assertEquals(List.of(data.resolve("some.key")), list(data));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aFileWithoutAKeyIsRejectedAndKept() throws IOException {
    Path file = directory.resolve("some.key");
    Files.writeString(file, "hidden");
    String message =
        String.valueOf(
            assertThrows(SettingException.class, () -> unset(directory).load()).getMessage());
    assertTrue(message.contains(file.toString()), message);
    assertTrue(message.contains("SHOPWIRE_SOME_SECRET_KEYS"), message);
    assertFalse(message.contains("hidden"), message);
    assertEquals("hidden", Files.readString(file));
  }

  @Test
  void aDirectoryThatCannotBeCreatedIsRejected() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");
    assertThrows(SettingException.class, () -> unset(file.resolve("data")).load());
  }
}
