package dev.shopwire.benchmarks.measure;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** What repeated measurements of one figure gave. */
public record Spread(double least, double median, double greatest) {
  /**
   * @param figures at least one
   */
  public static Spread of(Collection<Double> figures) {
    List<Double> sorted = figures.stream().sorted().toList();
    int middle = sorted.size() / 2;
    double median =
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    return new Spread(sorted.get(0), median, sorted.get(sorted.size() - 1));
  }

  /**
   * As {@code median (least-greatest)}.
   *
   * @param format of each figure
   */
  public String text(String format) {
    String all = format + " (" + format + "-" + format + ")";
    return String.format(Locale.ROOT, all, median, least, greatest);
  }
}
