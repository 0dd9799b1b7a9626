package dev.shopwire.benchmarks.console;

import dev.shopwire.benchmarks.measure.Verdicts;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Measures complete lists as files: rows per second, the heap that they need, and what a reader
 * that stalls costs another one.
 *
 * @param customers all of them with five columns, as CSV
 * @param events some of them, as NDJSON
 */
record ExportFigures(ConsoleSession session, ServiceHeap heap, String customers, String events) {
  private static final double ROWS_PER_SECOND = 20_000;
  private static final double HEAP_MIB = 64;
  private static final double KEPT = 0.8;

  /**
   * @param days with events, from the last one back
   */
  static ExportFigures of(ConsoleSession session, ServiceHeap heap, ConsoleData data, int days) {
    return new ExportFigures(
        session,
        heap,
        data.workspacePath(
            "/customers?format=csv&columns=cf:plan,cf:country,cf:seats,cf:orders,cf:active"),
        data.appPath(
            "/usage-events?format=ndjson&timezone=UTC&startDate="
                + data.lastDay().minusDays(days - 1L)));
  }

  void measure(Verdicts verdicts) {
    Map.of("customers", customers, "events", events)
        .forEach((name, path) -> measure(verdicts, "export of " + name, path));
    measureStalled(verdicts);
  }

  private void measure(Verdicts verdicts, String name, String path) {
    Download alone = Download.of(session, path);
    String figure = "%s: rows/s of %,d".formatted(name, alone.rows());
    verdicts.atLeast(figure, "%,.0f", alone.perSecond(), ROWS_PER_SECOND);
    int growth = heap.growthDuring(() -> Download.of(session, path));
    verdicts.atMost(name + ": heap growth, MiB", "%.0f", growth, HEAP_MIB);
    verdicts.add(
        name + ": rows as announced",
        "%,d".formatted(alone.announced()),
        "%,d".formatted(alone.rows()),
        alone.isComplete());
  }

  private void measureStalled(Verdicts verdicts) {
    double alone = perSecond(3);
    double beside = Download.besideStalled(session, events, () -> perSecond(3));
    verdicts.atLeast(
        "export of customers beside a stalled reader: rows/s / alone",
        "%.2f",
        beside / alone,
        KEPT);
  }

  /** The median of some downloads. */
  private double perSecond(int runs) {
    List<Double> all =
        IntStream.range(0, runs)
            .mapToObj(run -> Download.of(session, customers).perSecond())
            .sorted()
            .toList();
    return all.get(runs / 2);
  }
}
