package dev.shopwire.sources.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.common.time.Interval;
import dev.shopwire.common.time.TimeRange;
import dev.shopwire.sources.figures.Earning;
import dev.shopwire.sources.figures.FigureSweep;
import dev.shopwire.sources.figures.Figures;
import dev.shopwire.sources.figures.Metric;
import dev.shopwire.sources.figures.PairHistory;
import dev.shopwire.sources.figures.Point;
import dev.shopwire.sources.figures.ReportBuckets;
import dev.shopwire.sources.figures.Series;
import dev.shopwire.sources.lifecycle.Lifecycle;
import dev.shopwire.sources.records.PartnerRecord;
import dev.shopwire.sources.records.RecordKind;
import dev.shopwire.testing.RunSize;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Figures of random histories equal those of a brute-force model, whatever the order of arrival.
 */
class FiguresOracleTest {
  private static final LocalDate FIRST = LocalDate.parse("2024-01-01");
  private static final int DAYS = 731;
  private static final Instant COMPLETE_TO = Instant.parse("2025-12-18T13:45:00Z");

  /**
   * Half an hour off, behind UTC with a summer time, and one that changes its clock at midnight.
   */
  private static final List<ZoneId> ZONES =
      List.of(ZoneId.of("Asia/Kolkata"), ZoneId.of("America/New_York"), ZoneId.of("Asia/Beirut"));

  static List<PairHistory> pairs(List<PartnerRecord> records) {
    List<PairHistory> pairs = new ArrayList<>();
    records.stream()
        .filter(record -> record.shop().isPresent())
        .collect(Collectors.groupingBy(record -> record.shop().get().key()))
        .forEach((shop, own) -> pairs.add(pair(Optional.of(shop), own)));
    pairs.add(
        pair(
            Optional.empty(), records.stream().filter(record -> record.shop().isEmpty()).toList()));
    return pairs;
  }

  private static PairHistory pair(Optional<String> shop, List<PartnerRecord> records) {
    Lifecycle lifecycle = Lifecycle.of(shop.isEmpty() ? List.of() : records, COMPLETE_TO);
    return new PairHistory(
        1,
        shop,
        Optional.empty(),
        lifecycle.transitions(),
        lifecycle.spans(),
        records.stream().flatMap(record -> Earning.of(record).stream()).toList());
  }

  private static Figures figures(List<PairHistory> pairs, ReportBuckets buckets) {
    FigureSweep sweep = new FigureSweep(buckets, false);
    pairs.forEach(sweep::add);
    return sweep.finish();
  }

  /** Reports get earnings added up, and of each pair only the first one in each currency. */
  private static void assertEqualsThoseOfSums(
      Figures figures, List<PairHistory> pairs, ReportBuckets buckets) {
    FigureSweep sweep = new FigureSweep(buckets, false);
    for (PairHistory pair : pairs) {
      Map<String, Instant> first = new HashMap<>();
      for (Earning earning : pair.earnings()) {
        if (earning.at().isBefore(COMPLETE_TO)) {
          sweep.addSum(earning, pair.shop().isPresent());
        }
        if (pair.shop().isPresent()) {
          first.merge(
              earning.currency(), earning.at(), (one, other) -> one.isBefore(other) ? one : other);
        }
      }
      sweep.add(
          new PairHistory(
              1, pair.shop(), Optional.empty(), pair.transitions(), pair.spans(), List.of()),
          first);
    }
    Figures sums = sweep.finish();
    for (Metric metric : Metric.values()) {
      assertEquals(figures.series(metric), sums.series(metric), metric.id());
    }
  }

  @Test
  void everyMetricEqualsTheModelInThreeZonesByDayAndMonth() {
    int histories = RunSize.of("figuresOracle.histories", 3, 200);
    int shops = RunSize.of("figuresOracle.shops", 30, 100);
    for (int seed = 0; seed < histories; seed++) {
      List<PartnerRecord> records = records(seed, shops);
      FigureOracle oracle = new FigureOracle(records, COMPLETE_TO);
      List<PairHistory> pairs = pairs(records);
      for (ZoneId zone : ZONES) {
        check(seed, oracle, pairs, records, zone, true, FIRST, FIRST.plusDays(DAYS - 1));
        // Days around the change of the clock and the end of the known time.
        LocalDate day = RunSize.isLong() ? FIRST : LocalDate.parse("2025-10-20");
        check(seed, oracle, pairs, records, zone, false, day, FIRST.plusDays(DAYS - 1));
      }
    }
  }

  /** In an order that has nothing to do with time. */
  private static List<PartnerRecord> records(long seed, int shops) {
    Instant start = FIRST.atStartOfDay().toInstant(ZoneOffset.UTC);
    List<PartnerRecord> records =
        new ArrayList<>(
            seed % 2 == 0
                ? new RandomRecords(seed, start, DAYS).ofShops(shops)
                : HistoryRecords.newer(seed, shops));
    Collections.shuffle(records, new Random(seed));
    return records;
  }

  private static void check(
      long seed,
      FigureOracle oracle,
      List<PairHistory> pairs,
      List<PartnerRecord> records,
      ZoneId zone,
      boolean months,
      LocalDate first,
      LocalDate last) {
    Interval interval = months ? Interval.MONTHLY : Interval.DAILY;
    ReportBuckets buckets =
        ReportBuckets.of(TimeRange.ofDays(first, last, zone), interval, COMPLETE_TO);
    List<FigureOracle.Bucket> expected =
        FigureOracle.buckets(first, last, months, zone, COMPLETE_TO);
    assertEquals(expected.size(), buckets.known());
    Figures figures = figures(pairs, buckets);
    assertEqualsThoseOfSums(figures, pairs, buckets);
    for (Metric metric : Metric.values()) {
      for (Series series : figures.series(metric)) {
        String currency = series.key().currency().orElse("");
        for (int i = 0; i < buckets.size(); i++) {
          BigDecimal value =
              i < expected.size() ? oracle.figure(metric.id(), currency, expected.get(i)) : null;
          Point point = series.points().get(i);
          int at = i;
          assertEquals(
              Optional.ofNullable(value),
              point.value(),
              () ->
                  "seed %d, %s, %s %s %s, %s"
                      .formatted(
                          seed, zone, interval, metric.id(), currency, series.points().get(at)));
        }
      }
    }
    List<String> earned =
        records.stream()
            .filter(record -> record.kind() == RecordKind.EARNING && !record.details().test())
            .map(record -> record.details().currency().orElseThrow())
            .distinct()
            .sorted()
            .toList();
    assertEquals(
        earned,
        figures.series(Metric.NET_REVENUE).stream()
            .map(series -> series.key().currency().orElseThrow())
            .filter(earned::contains)
            .toList());
  }
}
