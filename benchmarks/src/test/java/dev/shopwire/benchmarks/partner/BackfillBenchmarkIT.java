package dev.shopwire.benchmarks.partner;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.benchmarks.CapturedOutput;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Tests that the benchmark runs; at this length its results mean nothing. */
class BackfillBenchmarkIT {
  @Test
  void aShortRunPrintsEveryResult() throws IOException {
    String text =
        CapturedOutput.of(
            () -> BackfillBenchmark.main(new String[] {"events=20000", "seconds=0.2", "rounds=1"}));
    assertTrue(text.contains("| ingest beside a backfill / alone |"), text);
  }
}
