package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/long-run.md} lists the tests of the long run, and every size with its two values. */
class LongRunTest {
  private static final Path ROOT = Path.of("..");
  private static final Path INDEX = ROOT.resolve("docs/long-run.md");
  private static final Pattern SIZE =
      Pattern.compile("RunSize\\.of\\(\\s*\"([\\w.]+)\",\\s*([\\w* ]+),\\s*([\\w* ]+)\\)");
  private static final Pattern SIZE_ROW =
      Pattern.compile("(?m)^\\| `([\\w.]+)` \\|[^|]*\\| ([^|]+) \\| ([^|]+) \\|$");
  private static final Pattern TEST_ROW = Pattern.compile("(?m)^\\| `(\\w+IT)` \\| long \\|");

  @Test
  void everySizeIsListed() throws IOException {
    Map<String, String> inCode = new TreeMap<>();
    for (String source : sources()) {
      Matcher size = SIZE.matcher(source);
      while (size.find()) {
        inCode.put(size.group(1), plain(size.group(2)) + " / " + plain(size.group(3)));
      }
    }
    Map<String, String> listed = new TreeMap<>();
    Matcher row = SIZE_ROW.matcher(Files.readString(INDEX));
    while (row.find()) {
      listed.put(row.group(1), plain(row.group(2)) + " / " + plain(row.group(3)));
    }
    assertEquals(inCode, listed);
  }

  @Test
  void everyLongTestIsListed() throws IOException {
    List<String> tagged;
    try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
      tagged =
          files
              .filter(file -> file.toString().endsWith("IT.java"))
              .filter(file -> text(file).contains("@Tag(\"long\")\n"))
              .map(file -> file.getFileName().toString().replace(".java", ""))
              .sorted()
              .toList();
    }
    assertEquals(
        tagged,
        TEST_ROW
            .matcher(Files.readString(INDEX))
            .results()
            .map(row -> row.group(1))
            .sorted()
            .toList());
  }

  private static List<String> sources() throws IOException {
    List<String> sources = new ArrayList<>();
    for (String module : List.of("end-to-end", "sources-verticle")) {
      try (Stream<Path> tests = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
        tests
            .filter(file -> file.toString().endsWith(".java"))
            .map(LongRunTest::text)
            .forEach(sources::add);
      }
    }
    return sources;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String plain(String value) {
    return value.trim().replaceAll("[_,]", "");
  }
}
