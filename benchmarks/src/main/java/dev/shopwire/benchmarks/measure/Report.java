package dev.shopwire.benchmarks.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The medians, and the ratios that goals speak of.
 *
 * @param unit of what was counted
 */
public record Report<W extends Enum<W> & Way>(String unit, Map<W, List<Slice>> slices) {

  public void printMedians() {
    System.out.println();
    System.out.println("medians");
    slices.forEach(
        (way, all) ->
            line(
                way,
                unit,
                median(all, Slice::perSecond),
                median(all, slice -> slice.millis(50)),
                median(all, slice -> slice.millis(99)),
                ""));
  }

  /** The median of the rounds' ratios, each taken within its round. */
  public void printRatio(String title, W one, W other) {
    List<Slice> ones = slices.getOrDefault(one, List.of());
    List<Slice> others = slices.getOrDefault(other, List.of());
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < ones.size(); i++) {
      ratios.add(ones.get(i).perSecond() / others.get(i).perSecond());
    }
    System.out.printf(Locale.ROOT, "  %-52s %s%n", title, Spread.of(ratios).text("%.2f"));
  }

  static void line(Way way, String unit, double perSecond, double p50, double p99, String more) {
    System.out.printf(
        Locale.ROOT,
        "  %-52s %,9.0f %s/s  p50 %6.1f ms  p99 %6.1f ms%s%n",
        way.title(),
        perSecond,
        unit,
        p50,
        p99,
        more);
  }

  private static double median(List<Slice> slices, ToDoubleFunction<Slice> figure) {
    return Spread.of(slices.stream().map(figure::applyAsDouble).toList()).median();
  }
}
