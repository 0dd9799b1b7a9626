package dev.shopwire.sources.oracle;

import dev.shopwire.common.time.Interval;
import dev.shopwire.common.time.TimeRange;
import dev.shopwire.sources.figures.FigureSweep;
import dev.shopwire.sources.figures.Figures;
import dev.shopwire.sources.figures.Metric;
import dev.shopwire.sources.figures.PairHistory;
import dev.shopwire.sources.figures.ReportBuckets;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the processor time that computing all metrics takes once lifecycles and earnings are in
 * memory. Started by hand.
 */
final class FigureBenchmark {
  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
  private static final int ROUNDS = 6;
  private static final int SHOPS = 5_000;
  private static final ZoneId ZONE = ZoneId.of("Europe/Zurich");
  private static final LocalDate FIRST = LocalDate.parse("2024-01-01");
  private static final LocalDate LAST = LocalDate.parse("2025-12-31");
  private static final Instant COMPLETE_TO = Instant.parse("2025-12-18T13:45:00Z");

  private FigureBenchmark() {}

  /**
   * @param args the number of pairs, by default 100,000
   */
  public static void main(String[] args) {
    int pairs = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
    List<PairHistory> histories = new ArrayList<>();
    for (int seed = 1; histories.size() < pairs; seed++) {
      histories.addAll(FiguresOracleTest.pairs(HistoryRecords.newer(seed, SHOPS)));
    }
    long spans = histories.stream().mapToLong(pair -> pair.spans().size()).sum();
    long earnings = histories.stream().mapToLong(pair -> pair.earnings().size()).sum();
    System.out.printf("%d pairs, %d spans, %d earnings%n", histories.size(), spans, earnings);
    List<PairHistory> lifecycles =
        histories.stream().map(FigureBenchmark::withoutEarnings).toList();
    for (int round = 0; round < ROUNDS; round++) {
      measure("24 months without earnings", lifecycles, FIRST, Interval.MONTHLY);
      measure("24 months", histories, FIRST, Interval.MONTHLY);
      measure("90 days", histories, LAST.minusDays(89), Interval.DAILY);
      measure("731 days", histories, FIRST, Interval.DAILY);
    }
  }

  private static PairHistory withoutEarnings(PairHistory pair) {
    return new PairHistory(
        pair.appId(), pair.shop(), pair.customerId(), pair.transitions(), pair.spans(), List.of());
  }

  private static void measure(
      String name, List<PairHistory> histories, LocalDate first, Interval interval) {
    long start = CLOCK.getCurrentThreadCpuTime();
    ReportBuckets buckets =
        ReportBuckets.of(TimeRange.ofDays(first, LAST, ZONE), interval, COMPLETE_TO);
    FigureSweep sweep = new FigureSweep(buckets, false);
    histories.forEach(sweep::add);
    Figures figures = sweep.finish();
    int points = 0;
    for (Metric metric : Metric.values()) {
      points += figures.series(metric).stream().mapToInt(one -> one.points().size()).sum();
    }
    System.out.printf(
        "%s: %d ms, %d points%n",
        name, (CLOCK.getCurrentThreadCpuTime() - start) / 1_000_000, points);
  }
}
