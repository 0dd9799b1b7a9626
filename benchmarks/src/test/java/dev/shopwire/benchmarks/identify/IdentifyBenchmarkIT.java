package dev.shopwire.benchmarks.identify;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.benchmarks.CapturedOutput;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Tests that the benchmark runs; at this length its results mean nothing. */
class IdentifyBenchmarkIT {
  @Test
  void aShortRunPrintsEveryResult() throws IOException {
    String text = CapturedOutput.of(() -> IdentifyBenchmark.main(new String[] {"0.5", "0.2", "1"}));
    for (IdentifyVariant variant : IdentifyVariant.values()) {
      assertTrue(text.contains(variant.title()), variant.title());
    }
    assertTrue(text.contains("calibration"), text);
    assertTrue(text.contains("unchanged / SQL") && text.contains("changing / SQL"), text);
  }
}
