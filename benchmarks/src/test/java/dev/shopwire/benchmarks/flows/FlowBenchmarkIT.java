package dev.shopwire.benchmarks.flows;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.benchmarks.CapturedOutput;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the benchmark runs; at this size its figures mean nothing. */
class FlowBenchmarkIT {
  private static final String[] SMALL = {
    "flows=4",
    "warmup=0.1",
    "seconds=0.1",
    "rounds=1",
    "due=40",
    "period=1",
    "waiting=200",
    "burst=100",
    "bursts=1",
    "entries=20"
  };

  @Test
  void aShortRunPrintsEveryFigure() throws IOException {
    String text = CapturedOutput.of(() -> FlowBenchmark.main(SMALL));
    for (String row :
        List.of(
            "batches, 1 of 100 events enters / no flows",
            "batches, flows on other names / no flows",
            "single events, 1 of 100 enters / no flows",
            "40 steps due a second, 10,000 runs wait: p99 late, s",
            "40 steps due a second, 200 runs wait: p99 late / with 10,000",
            "SQL statements a step at 40 runs a second",
            "100 runs due at once: s until all are done",
            "another workspace's steps meanwhile: p99 late, s",
            "ingest meanwhile / alone, median",
            "event to webhook of the first step, 20 entries a second")) {
      assertTrue(text.contains("| " + row + " |"), () -> row + " in " + text);
    }
  }
}
