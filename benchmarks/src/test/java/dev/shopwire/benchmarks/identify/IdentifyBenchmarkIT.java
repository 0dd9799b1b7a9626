package dev.shopwire.benchmarks.identify;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.benchmarks.Printed;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The benchmark runs; its figures mean nothing at this length. */
class IdentifyBenchmarkIT {
  @Test
  void aShortRunPrintsEveryFigure() throws IOException {
    String text = Printed.by(() -> IdentifyBenchmark.main(new String[] {"4", "1", "1"}));
    for (IdentifyWay way : IdentifyWay.values()) {
      assertTrue(text.contains(way.title()), way.title());
    }
    assertTrue(text.contains("calibration"), text);
    assertTrue(text.contains("unchanged / SQL") && text.contains("changing / SQL"), text);
  }
}
