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
      String refusal = String.join(" ", child.awaitLine("REFUSED"));
      assertTrue(refusal.contains(data.path().toString()), refusal);
      assertTrue(refusal.contains("process " + ProcessHandle.current().pid()), refusal);
      assertTrue(refusal.contains("SHOPWIRE_DATA_DIR"), refusal);
    }
  }

  @Test
  void rejectsASecondUseInTheSameProcessWithoutLosingTheLock() throws IOException {
    try (DataDirectory data = DataDirectory.open(directory)) {
      for (Path same : List.of(directory, directory.resolve("."))) {
        StoreException refused =
            assertThrows(StoreException.class, () -> DataDirectory.open(same).close());
        assertTrue(String.valueOf(refused.getMessage()).contains(data.path().toString()));
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
      // As a killed process leaves it.
      Files.writeString(directory.resolve("postgres.uri"), "postgresql://nowhere");
    }
  }

  @Test
  void saysWhatToDoWhenItCannotBeWritten() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    StoreException refused =
        assertThrows(StoreException.class, () -> DataDirectory.open(file.resolve("data")).close());
    assertTrue(String.valueOf(refused.getMessage()).contains("SHOPWIRE_DATA_DIR"));
  }
}
