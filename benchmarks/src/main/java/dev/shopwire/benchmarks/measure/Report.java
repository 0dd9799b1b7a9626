package dev.shopwire.benchmarks.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Prints medians and the ratios that have goals.
 *
 * @param unit the counted unit
 */
public record Report<W extends Enum<W> & Variant>(String unit, Map<W, List<Slice>> slices) {

  public void printMedians() {
    System.out.println();
    System.out.println("medians");
    slices.forEach(
        (variant, all) ->
            line(
                variant,
                unit,
                median(all, Slice::perSecond),
                median(all, slice -> slice.millis(50)),
                median(all, slice -> slice.millis(99)),
                ""));
  }

  /** Prints the median of the ratios, each computed within one round. */
  public void printRatio(String title, W one, W other) {
    System.out.printf(Locale.ROOT, "  %-52s %s%n", title, ratios(one, other).text("%.2f"));
  }

  /** The ratios, each computed within one round. */
  public Spread ratios(W one, W other) {
    List<Slice> ones = slices.getOrDefault(one, List.of());
    List<Slice> others = slices.getOrDefault(other, List.of());
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < ones.size(); i++) {
      ratios.add(ones.get(i).perSecond() / others.get(i).perSecond());
    }
    return Spread.of(ratios);
  }

  static void line(
      Variant variant, String unit, double perSecond, double p50, double p99, String more) {
    System.out.printf(
        Locale.ROOT,
        "  %-52s %,9.0f %s/s  p50 %6.1f ms  p99 %6.1f ms%s%n",
        variant.title(),
        perSecond,
        unit,
        p50,
        p99,
        more);
  }

  private static double median(List<Slice> slices, ToDoubleFunction<Slice> value) {
    return Spread.of(slices.stream().map(value::applyAsDouble).toList()).median();
  }
}
