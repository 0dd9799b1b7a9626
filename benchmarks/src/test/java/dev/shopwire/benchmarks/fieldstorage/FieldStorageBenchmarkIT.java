package dev.shopwire.benchmarks.fieldstorage;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.benchmarks.CapturedOutput;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Tests that the comparison runs; at this size its results mean nothing. */
class FieldStorageBenchmarkIT {
  private static final String CUSTOMERS = System.getProperty("shopwire.customers", "500");

  @Test
  void aShortRunPrintsEveryResult() throws IOException {
    String text = CapturedOutput.of(() -> FieldStorageBenchmark.main(new String[] {CUSTOMERS}));
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
