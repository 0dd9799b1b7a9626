package dev.shopwire.benchmarks;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Captures the output of a benchmark. */
public final class CapturedOutput {
  private CapturedOutput() {}

  /** One run of a benchmark. */
  @FunctionalInterface
  public interface Run {
    void run() throws IOException;
  }

  /** Returns the output of {@code run}, and prints it, so that it is in the build's log. */
  public static String of(Run run) throws IOException {
    PrintStream console = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      run.run();
    } finally {
      System.setOut(console);
      console.print(printed.toString(StandardCharsets.UTF_8));
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
