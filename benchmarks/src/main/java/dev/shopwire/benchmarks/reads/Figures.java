package dev.shopwire.benchmarks.reads;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * How long the same call took again and again.
 *
 * @param millis empty if it failed
 * @param remark why it failed, or what else is to be said; mostly empty
 */
record Figures(List<Double> millis, String remark) {
  Figures {
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
