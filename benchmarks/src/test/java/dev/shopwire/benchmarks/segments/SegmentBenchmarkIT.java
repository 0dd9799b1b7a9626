package dev.shopwire.benchmarks.segments;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.benchmarks.Printed;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The comparison runs; its figures mean nothing at this size. */
class SegmentBenchmarkIT {
  private static final String CUSTOMERS = System.getProperty("shopwire.customers", "2000");

  @Test
  void aShortRunPrintsEveryFigure() throws IOException {
    String text = Printed.by(() -> SegmentBenchmark.main(new String[] {CUSTOMERS}));
    for (Layout layout : Layout.values()) {
      assertTrue(text.contains("## " + layout.title()), text);
    }
    for (Condition condition : Condition.values()) {
      assertTrue(text.contains(condition.title() + ": count: "), text);
      assertTrue(text.contains(condition.title() + ": page: "), text);
    }
    assertTrue(text.contains("change of one field, synchronous_commit off: median "), text);
    assertTrue(text.contains("5,000 at a time: done"), text);
    assertTrue(text.contains("removing a key from the documents"), text);
  }
}
