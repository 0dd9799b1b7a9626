package dev.shopwire.sources.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.time.Interval;
import dev.shopwire.common.time.TimeRange;
import dev.shopwire.sources.lifecycle.Fraction;
import dev.shopwire.sources.lifecycle.Lifecycle;
import dev.shopwire.sources.oracle.RandomRecords;
import dev.shopwire.sources.records.Category;
import dev.shopwire.sources.records.PartnerRecord;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Laws that hold for figures of any records. */
class FigureLawsTest {
  private static final Instant START = Instant.parse("2025-01-01T00:00:00Z");
  private static final Instant COMPLETE_TO = Instant.parse("2025-11-20T10:00:00Z");
  private static final ZoneId ZONE = ZoneId.of("America/New_York");
  private static final LocalDate FIRST = LocalDate.parse("2025-01-01");

  private final List<PairHistory> pairs =
      pairs(new RandomRecords(5, START, 365).ofShops(80), COMPLETE_TO);

  private static List<PairHistory> pairs(List<PartnerRecord> records, Instant until) {
    List<PairHistory> pairs = new ArrayList<>();
    records.stream()
        .collect(Collectors.groupingBy(record -> record.shop().map(shop -> shop.key()).orElse("")))
        .forEach(
            (shop, own) -> {
              Lifecycle lifecycle = Lifecycle.of(shop.isEmpty() ? List.of() : own, until);
              pairs.add(
                  new PairHistory(
                      1,
                      Optional.of(shop).filter(key -> !key.isEmpty()),
                      Optional.empty(),
                      lifecycle.transitions(),
                      lifecycle.spans(),
                      own.stream().flatMap(record -> Earning.of(record).stream()).toList()));
            });
    return pairs;
  }

  private Figures figures(ReportBuckets buckets, boolean byPlan) {
    return figures(pairs, buckets, byPlan);
  }

  private static Figures figures(List<PairHistory> pairs, ReportBuckets buckets, boolean byPlan) {
    FigureSweep sweep = new FigureSweep(buckets, byPlan);
    pairs.forEach(sweep::add);
    return sweep.finish();
  }

  private static ReportBuckets buckets(Interval interval) {
    return ReportBuckets.of(
        TimeRange.ofDays(FIRST, LocalDate.parse("2025-12-31"), ZONE), interval, COMPLETE_TO);
  }

  private static BigDecimal twelfths(Figures figures, Metric metric, SeriesKey key, int bucket) {
    return figures.exact(metric, key).apply(bucket).orElseThrow().times(MrrFigures.PARTS);
  }

  @Test
  void movementsOfMrrAddUpToItsChangeExactly() {
    for (boolean byPlan : List.of(false, true)) {
      ReportBuckets buckets = buckets(Interval.WEEKLY);
      Figures figures = figures(buckets, byPlan);
      for (Series series : figures.series(Metric.MRR)) {
        // Each week begins where the previous one ends.
        for (int i = 1; i < buckets.known(); i++) {
          BigDecimal change =
              twelfths(figures, Metric.MRR, series.key(), i)
                  .subtract(twelfths(figures, Metric.MRR, series.key(), i - 1));
          BigDecimal movements =
              twelfths(figures, Metric.MRR_NEW, series.key(), i)
                  .add(twelfths(figures, Metric.MRR_REACTIVATION, series.key(), i))
                  .add(twelfths(figures, Metric.MRR_EXPANSION, series.key(), i))
                  .subtract(twelfths(figures, Metric.MRR_CONTRACTION, series.key(), i))
                  .subtract(twelfths(figures, Metric.MRR_CHURN, series.key(), i));
          assertEquals(0, change.compareTo(movements), series.key().toString());
        }
      }
    }
  }

  @Test
  void plansAddUpToTheWhole() {
    Figures whole = figures(buckets(Interval.MONTHLY), false);
    Figures byPlan = figures(buckets(Interval.MONTHLY), true);
    for (Series series : whole.series(Metric.MRR)) {
      for (int i = 0; i < 11; i++) {
        int bucket = i;
        BigDecimal sum =
            byPlan.series(Metric.MRR).stream()
                .filter(one -> one.key().currency().equals(series.key().currency()))
                .map(one -> twelfths(byPlan, Metric.MRR, one.key(), bucket))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        assertEquals(0, sum.compareTo(twelfths(whole, Metric.MRR, series.key(), i)));
      }
    }
  }

  @Test
  void rowsAddUpToTheirFigure() {
    for (LocalDate first : List.of(LocalDate.parse("2025-06-01"), LocalDate.parse("2025-11-01"))) {
      ReportBuckets month =
          ReportBuckets.of(
              TimeRange.ofDays(first, first.plusMonths(1).minusDays(1), ZONE),
              Interval.MONTHLY,
              COMPLETE_TO);
      Figures figures = figures(month, false);
      for (Metric metric : Metric.values()) {
        for (Series series : figures.series(metric)) {
          List<FigureRow> rows = rows(metric, series.key(), month);
          Optional<Fraction> figure = figures.exact(metric, series.key()).apply(0);
          BigDecimal sum =
              rows.stream()
                  .map(row -> row.value().round(20))
                  .reduce(BigDecimal.ZERO, BigDecimal::add);
          assertEquals(
              figure.map(exact -> exact.round(10)).orElse(BigDecimal.ZERO.setScale(10)),
              sum.setScale(10, java.math.RoundingMode.HALF_UP),
              () -> metric.id() + " " + series.key());
          assertTrue(rows.stream().allMatch(row -> row.recordIds().size() <= 20));
        }
      }
    }
  }

  private List<FigureRow> rows(Metric metric, SeriesKey key, ReportBuckets month) {
    FigureRows rows = new FigureRows(metric, key.currency(), month);
    pairs.forEach(rows::add);
    return rows.finish();
  }

  @Test
  void anEarningIsEitherPaidOutBeforeTheEndOrUnsettled() {
    Figures figures = figuresOf(earningAt(COMPLETE_TO.minusSeconds(60)));
    assertEquals(new BigDecimal("0.00"), value(figures, Metric.PAYOUTS));
    assertEquals(new BigDecimal("10.00"), value(figures, Metric.UNSETTLED));
    assertEquals(new BigDecimal("10.00"), value(figures, Metric.NET_REVENUE));
  }

  @Test
  void anEarningAtTheEndOfTheKnownTimeDoesNotCount() {
    Earning last = earningAt(COMPLETE_TO.minusNanos(1_000));
    Figures without = figuresOf(last);
    Figures with = figuresOf(last, earningAt(COMPLETE_TO));
    for (Metric metric : Metric.values()) {
      assertEquals(without.series(metric), with.series(metric), metric.id());
    }
  }

  /** Settled on the day on which the known time ends. */
  private static Earning earningAt(Instant at) {
    return new Earning(
        "r1",
        at,
        Category.RECURRING,
        "USD",
        BigDecimal.TEN,
        BigDecimal.TEN,
        BigDecimal.ZERO,
        Optional.of(LocalDate.ofInstant(COMPLETE_TO, ZONE)));
  }

  private static Figures figuresOf(Earning... earnings) {
    PairHistory pair =
        new PairHistory(
            1, Optional.empty(), Optional.empty(), List.of(), List.of(), List.of(earnings));
    return figures(List.of(pair), buckets(Interval.MONTHLY), false);
  }

  /** Of November, which is not over. */
  private static BigDecimal value(Figures figures, Metric metric) {
    return figures.series(metric).get(0).points().get(10).value().orElseThrow();
  }

  @Test
  void laterTimesOfALifecycleHaveNoEffect() {
    Instant later = COMPLETE_TO.plusSeconds(100_000_000);
    List<PartnerRecord> records = new RandomRecords(6, START, 500).ofShops(60);
    Figures known = figures(pairs(records, COMPLETE_TO), buckets(Interval.DAILY), false);
    Figures more = figures(pairs(records, later), buckets(Interval.DAILY), false);
    for (Metric metric : Metric.values()) {
      for (Series series : known.series(metric)) {
        Series same =
            more.series(metric).stream()
                .filter(one -> one.key().equals(series.key()))
                .findFirst()
                .orElseThrow();
        assertEquals(series, same, metric.id());
      }
    }
    assertEquals(known.unpriced(), more.unpriced());
    assertEquals(known.unknownInterval(), more.unknownInterval());
    assertTrue(known.unpriced() > 0 && known.unknownInterval() > 0);
  }

  @Test
  void aBucketThatIsNotOverIsProvisionalAndALaterOneHasNoValue() {
    List<Point> points =
        figures(buckets(Interval.MONTHLY), false).series(Metric.ACTIVE_INSTALLS).get(0).points();
    assertEquals(
        List.of(false, true, true),
        points.subList(9, 12).stream().map(Point::provisional).toList());
    assertTrue(points.get(10).value().isPresent());
    assertEquals(Optional.empty(), points.get(11).value());
  }
}
