package dev.shopwire.benchmarks.mail;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.benchmarks.CapturedOutput;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the benchmark runs; at this length its results mean nothing. */
class MailBenchmarkIT {
  @Test
  void aShortRunPrintsEveryResult() throws IOException {
    String text =
        CapturedOutput.of(
            () ->
                MailBenchmark.main(
                    new String[] {"recipients=100", "seconds=0.2", "rounds=1", "probes=2"}));
    for (String figure :
        List.of(
            "without DKIM",
            "with RSA-2048",
            "SQL statements for a mail",
            "ingest beside a campaign",
            "(same)",
            "(sender)",
            "(workspace)")) {
      assertTrue(text.contains(figure), text);
    }
  }
}
