package dev.shopwire.benchmarks.ingest;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The benchmark runs; its figures mean nothing at this length. */
class IngestBenchmarkIT {
  @Test
  void aShortRunPrintsEveryFigure() throws IOException {
    PrintStream console = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      IngestBenchmark.main(new String[] {"6", "1", "1"});
    } finally {
      System.setOut(console);
    }
    String text = printed.toString(StandardCharsets.UTF_8);
    console.print(text);
    for (Way way : Way.values()) {
      assertTrue(text.contains(way.title), way.title);
    }
    assertTrue(text.contains("(goal 0.7)") && text.contains("(goal 1.2)"), text);
  }
}
