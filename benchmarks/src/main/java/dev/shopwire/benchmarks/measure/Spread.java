package dev.shopwire.benchmarks.measure;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Median, minimum and maximum of repeated measurements. */
public record Spread(double min, double median, double max) {
  /**
   * @param values at least one
   */
  public static Spread of(Collection<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    double median =
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    return new Spread(sorted.get(0), median, sorted.get(sorted.size() - 1));
  }

  /**
   * Formats as {@code median (min-max)}.
   *
   * @param format the format of each value
   */
  public String text(String format) {
    String all = format + " (" + format + "-" + format + ")";
    return String.format(Locale.ROOT, all, median, min, max);
  }
}
