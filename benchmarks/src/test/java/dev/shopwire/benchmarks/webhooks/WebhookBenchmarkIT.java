package dev.shopwire.benchmarks.webhooks;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.benchmarks.CapturedOutput;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the benchmark runs; at this length its results mean nothing. */
class WebhookBenchmarkIT {
  @Test
  void aShortRunPrintsEveryResult() throws IOException {
    String text =
        CapturedOutput.of(
            () ->
                WebhookBenchmark.main(
                    new String[] {
                      "endpoints=20", "rate=100", "most=200", "events=500", "seconds=1", "warmup=1"
                    }));
    for (String goal :
        List.of("p50 10 ms", "(goal 0.2)", "(goal 2,000)", "drained at", "(goal 0.95)")) {
      assertTrue(text.contains(goal), text);
    }
  }
}
