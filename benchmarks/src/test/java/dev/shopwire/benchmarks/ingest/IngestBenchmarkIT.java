package dev.shopwire.benchmarks.ingest;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.benchmarks.CapturedOutput;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Tests that the benchmark runs; at this length its results mean nothing. */
class IngestBenchmarkIT {
  @Test
  void aShortRunPrintsEveryResult() throws IOException {
    String text = CapturedOutput.of(() -> IngestBenchmark.main(new String[] {"0.5", "0.2", "1"}));
    for (IngestVariant variant : IngestVariant.values()) {
      assertTrue(text.contains(variant.title()), variant.title());
    }
    assertTrue(text.contains("(goal 0.7)") && text.contains("(goal 1.2)"), text);
  }
}
