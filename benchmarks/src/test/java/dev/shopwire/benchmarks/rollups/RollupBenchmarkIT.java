package dev.shopwire.benchmarks.rollups;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.benchmarks.CapturedOutput;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Tests that the benchmarks run; at this length their results mean nothing. */
class RollupBenchmarkIT {
  @Test
  void aShortRunPrintsEveryResult() throws IOException {
    String text =
        CapturedOutput.of(
            () -> RollupBenchmark.main(new String[] {"seconds=0.2", "sustained=0.2", "rounds=1"}));
    assertTrue(text.contains("added up alone"), text);
    assertTrue(text.contains("behind by"), text);
    assertTrue(text.contains("usage_rollups"), text);
  }

  @Test
  void aShortSoakPrintsEveryResult() throws IOException {
    String text =
        CapturedOutput.of(
            () -> SoakBenchmark.main(new String[] {"seconds=2", "slice=1", "maximum=0.2"}));
    assertTrue(text.contains("2 s: "), text);
    assertTrue(text.contains("webhooks received"), text);
    assertTrue(text.contains("bytes of disk an event"), text);
  }
}
