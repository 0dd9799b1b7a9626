package dev.shopwire.benchmarks.ingest;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.benchmarks.Printed;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The benchmark runs; its figures mean nothing at this length. */
class IngestBenchmarkIT {
  @Test
  void aShortRunPrintsEveryFigure() throws IOException {
    String text = Printed.by(() -> IngestBenchmark.main(new String[] {"6", "1", "1"}));
    for (IngestWay way : IngestWay.values()) {
      assertTrue(text.contains(way.title()), way.title());
    }
    assertTrue(text.contains("(goal 0.7)") && text.contains("(goal 1.2)"), text);
  }
}
