package dev.shopwire.benchmarks.reads;

import java.util.Locale;

/** Prints results to standard output and progress to standard error. */
final class Output {
  private Output() {}

  static void line(String format, Object... arguments) {
    System.out.println(String.format(Locale.ROOT, format, arguments));
  }

  static void progress(String format, Object... arguments) {
    System.err.println(String.format(Locale.ROOT, format, arguments));
  }

  static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }
}
