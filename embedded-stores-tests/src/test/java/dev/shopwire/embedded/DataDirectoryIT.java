package dev.shopwire.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DataDirectoryIT {
  @TempDir private Path directory;

  @Test
  void isCreatedForItsOwnerOnly() throws IOException {
    Path path = directory.resolve("new/data");
    try (DataDirectory data = DataDirectory.open(path)) {
      assertEquals("rwx------", TestData.mode(data.path()));
      assertEquals("rw-------", TestData.mode(path.resolve("lock.pid")));
    }
  }

  @Test
  void rejectsASecondProcessAndNamesTheFirst() throws IOException {
    try (DataDirectory data = DataDirectory.open(directory);
        ChildJvm child = ChildJvm.start(directory)) {
      String message = String.join(" ", child.awaitLine("REFUSED"));
      assertTrue(message.contains(data.path().toString()), message);
      assertTrue(message.contains("process " + ProcessHandle.current().pid()), message);
      assertTrue(message.contains("SHOPWIRE_DATA_DIR"), message);
    }
  }

  @Test
  void rejectsASecondUseInTheSameProcessWithoutLosingTheLock() throws IOException {
    try (DataDirectory data = DataDirectory.open(directory)) {
      for (Path same : List.of(directory, directory.resolve("."))) {
        StoreException error =
            assertThrows(StoreException.class, () -> DataDirectory.open(same).close());
        assertTrue(String.valueOf(error.getMessage()).contains(data.path().toString()));
      }
      try (ChildJvm child = ChildJvm.start(directory)) {
        child.awaitLine("REFUSED");
      }
    }
  }

  @Test
  void isUnlockedByCloseAndHasNoUris() throws IOException {
    for (int i = 0; i < 2; i++) {
      try (DataDirectory data = DataDirectory.open(directory)) {
        assertFalse(Files.exists(directory.resolve("postgres.uri")));
        data.publish("postgres", "postgresql://somewhere");
        assertTrue(Files.exists(directory.resolve("postgres.uri")));
      }
      assertFalse(Files.exists(directory.resolve("postgres.uri")));
      // as left behind by a killed process
      Files.writeString(directory.resolve("postgres.uri"), "postgresql://nowhere");
    }
  }

  @Test
  void namesTheSettingWhenItCannotBeWritten() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    StoreException error =
        assertThrows(StoreException.class, () -> DataDirectory.open(file.resolve("data")).close());
    assertTrue(String.valueOf(error.getMessage()).contains("SHOPWIRE_DATA_DIR"));
  }
}
