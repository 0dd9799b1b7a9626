package dev.shopwire.benchmarks.conditions;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.benchmarks.CapturedOutput;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the benchmark runs; at this size its figures mean nothing. */
class ConditionBenchmarkIT {
  private static final String[] SMALL = {
    "customers=300",
    "events=2000",
    "busiest=200",
    "days=40",
    "fields=30",
    "contacts=50",
    "attributions=0",
    "deliveries=0",
    "audited=0",
    "users=0",
    "runs=1",
    "repeats=1",
    "tracked=2"
  };

  @Test
  void aShortRunPrintsEveryFigure() throws IOException {
    String text = CapturedOutput.of(() -> ConditionBenchmark.main(SMALL));
    for (Preview preview : Preview.values()) {
      assertTrue(text.contains("| preview, " + preview.title() + " ("), text);
    }
    for (RarePage page : RarePage.values()) {
      assertTrue(text.contains("| first page, " + page.title() + " |"), text);
    }
    for (String row :
        List.of(
            "first page, live",
            "first page, tracked",
            "check of 100 tests",
            "explanation of 10 tests",
            "include=segments with 2 tracked, ms more")) {
      assertTrue(text.contains("| " + row + " |"), () -> row + " in " + text);
    }
  }
}
