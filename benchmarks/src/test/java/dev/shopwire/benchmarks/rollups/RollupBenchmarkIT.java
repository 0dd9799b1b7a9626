package dev.shopwire.benchmarks.rollups;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.benchmarks.Printed;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The benchmarks run; their figures mean nothing at this length. */
class RollupBenchmarkIT {
  @Test
  void aShortRunPrintsEveryFigure() throws IOException {
    String text =
        Printed.by(
            () -> RollupBenchmark.main(new String[] {"seconds=1", "sustained=2", "rounds=1"}));
    assertTrue(text.contains("added up alone"), text);
    assertTrue(text.contains("behind by"), text);
    assertTrue(text.contains("usage_rollups"), text);
  }

  @Test
  void aShortSoakPrintsEveryFigure() throws IOException {
    String text =
        Printed.by(() -> SoakBenchmark.main(new String[] {"seconds=2", "slice=1", "maximum=1"}));
    assertTrue(text.contains("2 s: "), text);
    assertTrue(text.contains("webhooks received"), text);
    assertTrue(text.contains("bytes of disk an event"), text);
  }
}
