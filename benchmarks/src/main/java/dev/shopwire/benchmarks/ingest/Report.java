package dev.shopwire.benchmarks.ingest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The medians and the ratios that the goals speak of. */
record Report(Map<Way, List<Slice>> slices) {
  private List<Slice> slices(Way way) {
    return slices.getOrDefault(way, List.of());
  }

  void print() {
    System.out.println();
    System.out.println("medians of " + slices(Way.BATCHES).size());
    for (Way way : Way.values()) {
      System.out.printf(
          Locale.ROOT,
          "  %-52s %,9.0f events/s  p50 %6.1f ms  p99 %6.1f ms%n",
          way.title,
          median(way, Slice::eventsPerSecond),
          median(way, slice -> slice.millis(50)),
          median(way, slice -> slice.millis(99)));
    }
    ratio("batches / SQL groups, same tables (goal 0.7)", Way.BATCHES, Way.SQL_GROUPS);
    ratio("batches / SQL groups, one plain table", Way.BATCHES, Way.SQL_ONE_TABLE);
    ratio("singles at 64 / SQL single rows (goal 1.2)", Way.SINGLES_64, Way.SQL_SINGLES);
    ratio("singles at 256 / SQL single rows", Way.SINGLES_256, Way.SQL_SINGLES);
  }

  /** The median of the rounds' ratios, each taken within its round. */
  private void ratio(String title, Way one, Way other) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < slices(one).size(); i++) {
      ratios.add(slices(one).get(i).eventsPerSecond() / slices(other).get(i).eventsPerSecond());
    }
    ratios.sort(null);
    System.out.printf(
        Locale.ROOT,
        "  %-52s %.2f (%.2f-%.2f)%n",
        title,
        ratios.get(ratios.size() / 2),
        ratios.get(0),
        ratios.get(ratios.size() - 1));
  }

  private double median(Way way, Function<Slice, Double> figure) {
    List<Double> figures = slices(way).stream().map(figure).sorted().toList();
    return figures.get(figures.size() / 2);
  }
}
