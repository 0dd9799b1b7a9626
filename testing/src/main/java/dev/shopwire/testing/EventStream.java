package dev.shopwire.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/**
 * A real, irregular stream of 115,566 usage events of 1,018 shops, made from the public commit
 * history of four open-source projects: a commit is an event and each file it touches a page view.
 */
public final class EventStream {
  public static final int BATCH = 200;

  private static final int SAMPLED = 4;

  private EventStream() {}

  /** One event a line, in the form of {@code POST /v1/usage_events}. */
  public static List<String> lines() {
    try (InputStream packed = EventStream.class.getResourceAsStream("events.ndjson.gz")) {
      if (packed == null) {
        throw new IllegalStateException("events.ndjson.gz is missing from the build");
      }
      return new BufferedReader(
              new InputStreamReader(new GZIPInputStream(packed), StandardCharsets.UTF_8))
          .lines()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every fourth of them; all with {@code -Dshopwire.stream=all}, as the long run has it. */
  public static List<String> sample() {
    List<String> lines = lines();
    return System.getProperty("shopwire.stream", "").equals("all")
        ? lines
        : IntStream.range(0, lines.size())
            .filter(line -> line % SAMPLED == 0)
            .mapToObj(lines::get)
            .toList();
  }

  /** Bodies of {@code lines} in batches of 200, the last one smaller. */
  public static List<String> batches(List<String> lines) {
    return batches(lines, BATCH);
  }

  /** The same of another size. */
  public static List<String> batches(List<String> lines, int size) {
    List<String> bodies = new ArrayList<>();
    for (int from = 0; from < lines.size(); from += size) {
      List<String> part = lines.subList(from, Math.min(lines.size(), from + size));
      bodies.add("{\"events\":[" + String.join(",", part) + "]}");
    }
    return bodies;
  }
}
