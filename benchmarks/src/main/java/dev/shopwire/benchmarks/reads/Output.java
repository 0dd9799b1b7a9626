package dev.shopwire.benchmarks.reads;

import java.util.Locale;

/** What the benchmark prints: figures on the standard output, progress on the other. */
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
