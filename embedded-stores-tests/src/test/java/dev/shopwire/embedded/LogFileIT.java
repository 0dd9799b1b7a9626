package dev.shopwire.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFileIT {
  @TempDir private Path directory;

  @Test
  void returnsTheLastLinesSinceAPosition() throws IOException {
    Path path = directory.resolve("a.log");
    LogFile log = new LogFile(path);
    assertEquals(0, log.open());
    append(path, "of an earlier run\n");
    assertEquals("of an earlier run", log.readSince(0));
    long start = log.open();
    assertEquals("", log.readSince(start));
    append(path, "line\n".repeat(10_000) + "last\n");
    String lines = log.readSince(start);
    assertEquals(15, lines.lines().count());
    assertTrue(lines.endsWith("line\nlast"));
  }

  @Test
  void renamesALargeFileAtTheNextStart() throws IOException {
    Path path = directory.resolve("a.log");
    LogFile log = new LogFile(path);
    log.open();
    append(path, "x".repeat(10_000_001));
    assertEquals(0, log.open());
    assertEquals(10_000_001, Files.size(directory.resolve("a.log.old")));
    assertEquals("rw-------", TestData.mode(path));
  }

  private static void append(Path path, String text) throws IOException {
    Files.writeString(path, text, StandardOpenOption.APPEND);
  }
}
