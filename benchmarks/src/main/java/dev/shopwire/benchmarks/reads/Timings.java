package dev.shopwire.benchmarks.reads;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The durations of repeated calls.
 *
 * @param millis empty if it failed
 * @param remark why the call failed, or another remark; usually empty
 */
record Timings(List<Double> millis, String remark) {
  Timings {
    millis = millis.stream().sorted().toList();
  }

  OptionalDouble median() {
    return percentile(0.5);
  }

  /** By the nearest rank. */
  OptionalDouble percentile(double share) {
    return millis.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(millis.get((int) Math.ceil(share * millis.size()) - 1));
  }

  static String text(OptionalDouble millis) {
    return millis.isEmpty() ? "-" : String.format(Locale.ROOT, "%,.1f", millis.getAsDouble());
  }
}
