package dev.shopwire.benchmarks.measure;

import java.util.Locale;

/** Prints results to standard output and progress to standard error. */
public final class Output {
  private Output() {}

  public static void line(String format, Object... arguments) {
    System.out.println(String.format(Locale.ROOT, format, arguments));
  }

  public static void progress(String format, Object... arguments) {
    System.err.println(String.format(Locale.ROOT, format, arguments));
  }

  public static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }
}
