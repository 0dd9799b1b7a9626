package dev.shopwire.benchmarks;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Keeps what a benchmark prints. */
public final class Printed {
  private Printed() {}

  /** A benchmark's run. */
  @FunctionalInterface
  public interface Run {
    void run() throws IOException;
  }

  /** What {@code run} printed; it is printed again, for whoever reads the build. */
  public static String by(Run run) throws IOException {
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
