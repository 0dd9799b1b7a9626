package dev.shopwire.benchmarks.reads;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.benchmarks.CapturedOutput;
import dev.shopwire.testing.TemporaryFiles;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that the benchmarks run on one population; at this size their results mean nothing. */
@Tag("long")
class ReadsBenchmarkIT {
  private static final String EVENTS = "events=" + System.getProperty("shopwire.events", "6000");

  private final Path directory = TemporaryFiles.directory("reads");

  @AfterEach
  void deleteData() {
    TemporaryFiles.delete(directory);
  }

  @Test
  void shortRunsPrintEveryResult() throws IOException {
    String data = "data=" + directory;
    String text =
        CapturedOutput.of(
            () -> ReadsBenchmark.main(new String[] {EVENTS, data, "patience=10", "runs=2"}));
    assertTrue(text.contains("aggregated "), text);
    assertTrue(text.contains("| 30 days daily: count of one event | "), text);
    assertTrue(text.contains("| values of a saved metric | "), text);
    assertTrue(text.contains("## Plans of the service's statements"), text);
    assertFalse(text.contains("WRONG"), text);

    String ingest =
        CapturedOutput.of(
            () ->
                ReadersUnderIngest.main(
                    new String[] {
                      EVENTS, data, "patience=10", "warmup=2", "seconds=2", "rounds=1"
                    }));
    assertTrue(ingest.contains("by an earlier run"), ingest);
    assertTrue(ingest.contains("(goal 0.8)"), ingest);
  }
}
