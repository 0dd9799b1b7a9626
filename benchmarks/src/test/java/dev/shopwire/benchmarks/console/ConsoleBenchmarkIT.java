package dev.shopwire.benchmarks.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.benchmarks.CapturedOutput;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that the generator and the benchmark of the console run, with every read of the API and
 * every page; at this size the figures mean nothing.
 */
class ConsoleBenchmarkIT {
  private static final String[] SMALL = {
    "customers=300",
    "events=2000",
    "busiest=200",
    "days=3",
    "contacts=50",
    "attributions=60",
    "deliveries=40",
    "audited=60",
    "users=4",
    "seconds=0.03",
    "warmup=1",
    "rate=100",
    "runs=1",
    "page=3",
    "rounds=1",
    "checks=10"
  };

  @Test
  void aShortRunPrintsEveryFigure() throws IOException {
    String text = CapturedOutput.of(() -> ConsoleBenchmark.main(SMALL));
    for (String row :
        List.of(
            "page /console/w/:workspace/settings/audit",
            "listCustomers",
            "getOverview",
            "overview in Asia/Kathmandu",
            "getFunnel",
            "customers: most by -lastSeenAt, page 3",
            "customers: a field contains",
            "timeline: last",
            "export of customers: heap growth, MiB",
            "export of customers beside a stalled reader: rows/s / alone",
            "ingest, half the maximum, export of events / alone",
            "session and role check: p50, ms",
            "3 sign-ins at once: p99 of other reads / alone")) {
      assertTrue(text.contains("| " + row + " |"), () -> row + " in " + text);
    }
    // What does not depend on the size or the machine.
    assertTrue(text.contains("| export of customers: rows as announced | 300 | 300 | met |"), text);
    assertFalse(text.contains("INCOMPLETE"), text);
    assertEquals(1, text.split(" figures, ", -1).length - 1, text);
  }
}
