package dev.shopwire.benchmarks.tracking;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.benchmarks.CapturedOutput;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the benchmark runs; at this size its figures mean nothing. */
class TrackingBenchmarkIT {
  private static final String[] SMALL = {
    "customers=300",
    "events=0",
    "busiest=0",
    "contacts=0",
    "attributions=0",
    "deliveries=0",
    "audited=0",
    "users=0",
    "segments=2",
    "warmup=0.1",
    "seconds=0.1",
    "rounds=1",
    "transitions=20",
    "period=0.5",
    "due=50"
  };

  @Test
  void aShortRunPrintsEveryFigure() throws IOException {
    String text = CapturedOutput.of(() -> TrackingBenchmark.main(SMALL));
    for (String row :
        List.of(
            "build of cf:seats gte 31, s",
            "drift check of cf:seats gte 31, s",
            "pushes beside it: p99 / alone",
            "identify, segments read its fields / none",
            "events, segments read their names / none",
            "events, segments read other names / none",
            "cause to webhook, at rest",
            "cause to webhook, 20/s",
            "50 customers due at once, s until all are reported")) {
      assertTrue(text.contains("| " + row + " |"), () -> row + " in " + text);
    }
  }
}
