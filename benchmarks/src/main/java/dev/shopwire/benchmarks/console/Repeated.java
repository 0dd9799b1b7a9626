package dev.shopwire.benchmarks.console;

import dev.shopwire.benchmarks.measure.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How long repeated requests took.
 *
 * @param millis sorted
 */
record Repeated(List<Double> millis) {
  private static final int WARM_UP = 2;

  Repeated {
    millis = millis.stream().sorted().toList();
  }

  static Repeated of(ConsoleSession session, String path, int runs) {
    for (int i = 0; i < WARM_UP; i++) {
      session.require(path);
    }
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      millis.add(session.require(path).millis());
    }
    return new Repeated(millis);
  }

  /** By the nearest rank. */
  double percentile(double share) {
    return millis.get((int) Math.ceil(share * millis.size()) - 1);
  }

  /** Adds the figure, whose 95th percentile must not be above {@code limit}. */
  void judge(Verdicts verdicts, String figure, double limit) {
    double p95 = percentile(0.95);
    verdicts.add(
        figure,
        String.format(Locale.ROOT, "≤ %.0f ms", limit),
        String.format(
            Locale.ROOT,
            "p50 %.1f, p95 %.1f, max %.1f ms",
            percentile(0.5),
            p95,
            millis.get(millis.size() - 1)),
        p95 <= limit);
  }
}
