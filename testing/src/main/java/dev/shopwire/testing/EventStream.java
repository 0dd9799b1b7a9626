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
 * A real, irregular stream of 115,566 usage events of 1,018 shops, derived from the public commit
 * history of four open-source projects: a commit is an event, and each file it changes a page view.
 */
public final class EventStream {
  public static final int BATCH = 200;

  private static final int SAMPLE_INTERVAL = 4;

  private EventStream() {}

  /** One event per line, in the format of {@code POST /v1/usage_events}. */
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

  /** Every fourth event; all in the long run. */
  public static List<String> sample() {
    List<String> lines = lines();
    return RunSize.isLong()
        ? lines
        : IntStream.range(0, lines.size())
            .filter(line -> line % SAMPLE_INTERVAL == 0)
            .mapToObj(lines::get)
            .toList();
  }

  /** Request bodies with {@code lines} in batches of 200; the last may be smaller. */
  public static List<String> batches(List<String> lines) {
    return batches(lines, BATCH);
  }

  /** Request bodies with {@code lines} in batches of {@code size}; the last may be smaller. */
  public static List<String> batches(List<String> lines, int size) {
    List<String> bodies = new ArrayList<>();
    for (int from = 0; from < lines.size(); from += size) {
      List<String> part = lines.subList(from, Math.min(lines.size(), from + size));
      bodies.add("{\"events\":[" + String.join(",", part) + "]}");
    }
    return bodies;
  }
}
