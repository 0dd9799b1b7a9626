package dev.shopwire.sources.frozen;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.time.Interval;
import dev.shopwire.common.time.TimeRange;
import dev.shopwire.sources.figures.FigureSweep;
import dev.shopwire.sources.figures.Figures;
import dev.shopwire.sources.figures.Metric;
import dev.shopwire.sources.figures.PairHistory;
import dev.shopwire.sources.figures.Point;
import dev.shopwire.sources.figures.ReportBuckets;
import dev.shopwire.sources.figures.Series;
import dev.shopwire.sources.frozen.DayFigureTable.Change;
import dev.shopwire.sources.lifecycle.Lifecycle;
import dev.shopwire.sources.lifecycle.store.FetchRef;
import dev.shopwire.sources.lifecycle.store.HistoryChange;
import dev.shopwire.sources.lifecycle.store.StoredHistory;
import dev.shopwire.sources.oracle.RandomRecords;
import dev.shopwire.sources.records.PartnerRecord;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares what changed histories add to figures of days with reports of all of them. */
class DayFiguresTest {
  private static final LocalDate FIRST = LocalDate.parse("2025-01-01");
  private static final Instant START = FIRST.atStartOfDay(ZoneOffset.UTC).toInstant();
  private static final int DAYS = 200;
  private static final LocalDate END = FIRST.plusDays(DAYS - 10);
  private static final Instant UNTIL = END.plusDays(3).atTime(7, 0).toInstant(ZoneOffset.UTC);
  private static final List<Metric> OF_LIFECYCLES =
      FigureKey.METRICS.stream().filter(metric -> !FigureKey.OF_EARNINGS.contains(metric)).toList();

  private static Frozen frozen() {
    return new Frozen(
        1, new FetchRef(1, 1), FIRST.toEpochDay(), END.toEpochDay(), 0, Optional.empty());
  }

  private static StoredHistory history(Collection<PartnerRecord> records) {
    Lifecycle lifecycle = Lifecycle.of(records, UNTIL);
    return new StoredHistory(lifecycle.transitions(), lifecycle.spans(), Map.of());
  }

  /** What a report of each day shows, without zeros. */
  private static Map<String, BigDecimal> reported(Collection<StoredHistory> histories) {
    ReportBuckets buckets =
        ReportBuckets.of(
            TimeRange.ofDays(FIRST, END.minusDays(1), ZoneOffset.UTC), Interval.DAILY, UNTIL);
    FigureSweep sweep = new FigureSweep(buckets, false);
    for (StoredHistory history : histories) {
      sweep.add(
          new PairHistory(
              1,
              Optional.of("shop"),
              Optional.empty(),
              history.transitions(),
              history.spans(),
              List.of()));
    }
    Figures figures = sweep.finish();
    Map<String, BigDecimal> values = new TreeMap<>();
    for (Metric metric : OF_LIFECYCLES) {
      for (Series series : figures.series(metric)) {
        for (Point point : series.points()) {
          put(
              values,
              point.date(),
              metric,
              series.key().currency().orElse(""),
              point.value().orElseThrow());
        }
      }
    }
    return values;
  }

  private static void put(
      Map<String, BigDecimal> values,
      String date,
      Metric metric,
      String currency,
      BigDecimal value) {
    if (value.signum() != 0) {
      values.put(date + " " + metric.id() + " " + currency, value);
    }
  }

  private static Map<String, BigDecimal> shown(Map<String, DayFigure> figures) {
    Map<String, BigDecimal> values = new TreeMap<>();
    figures
        .values()
        .forEach(
            figure ->
                put(
                    values,
                    LocalDate.ofEpochDay(figure.day()).toString(),
                    figure.key().metric(),
                    figure.key().currency(),
                    figure.key().shown(figure.value())));
    return values;
  }

  private static void add(Map<String, DayFigure> figures, DayFigure change) {
    figures.merge(
        change.day() + " " + change.key(),
        change,
        (one, other) -> new DayFigure(one.day(), one.key(), one.value().add(other.value())));
  }

  private static Map<String, List<PartnerRecord>> byShop(List<PartnerRecord> records) {
    return records.stream()
        .filter(record -> record.shop().isPresent())
        .collect(Collectors.groupingBy(record -> record.shop().orElseThrow().key()));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void figuresThatFollowChangesAreThoseOfReportsOfEverything(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<String, List<PartnerRecord>> all = byShop(new RandomRecords(seed, START, DAYS).ofShops(40));
    Map<String, StoredHistory> histories = new HashMap<>();
    Map<String, List<PartnerRecord>> known = new HashMap<>();
    DaySteps days = new DaySteps(FIRST.toEpochDay(), END.toEpochDay());
    all.forEach(
        (shop, records) -> {
          List<PartnerRecord> own =
              new ArrayList<>(records.stream().filter(one -> random.nextInt(3) > 0).toList());
          known.put(shop, own);
          StoredHistory history = history(own);
          histories.put(shop, history);
          PairDays.add(days, history);
        });
    Map<String, DayFigure> figures = new HashMap<>();
    days.figures(FIRST.toEpochDay(), END.toEpochDay()).forEach(figure -> add(figures, figure));
    assertEquals(reported(histories.values()), shown(figures));
    assertTrue(figures.size() > DAYS * 3, () -> "few figures: " + figures.size());

    int changed = 0;
    for (int round = 0; round < 5; round++) {
      List<HistoryChange> changes = new ArrayList<>();
      all.forEach(
          (shop, records) -> {
            if (random.nextInt(3) == 0) {
              // Some appear, others are changed to what they are not.
              List<PartnerRecord> own = requireNonNull(known.get(shop));
              own.removeIf(one -> random.nextInt(8) == 0);
              records.stream()
                  .filter(one -> random.nextInt(2) == 0 && !own.contains(one))
                  .forEach(own::add);
              StoredHistory after = history(own);
              changes.add(
                  new HistoryChange(
                      shop, Optional.of(columns(requireNonNull(histories.get(shop)))), after));
              histories.put(shop, after);
            }
          });
      Map<String, BigDecimal> before = shown(figures);
      List<Change> differences =
          DayDifferences.ofHistories(
              changes, frozen(), shop -> new Reason(Cause.LATE_RECORD, List.of(shop)));
      differences.forEach(change -> add(figures, change.figure()));
      assertEquals(reported(histories.values()), shown(figures));
      // Nothing is written for a figure that stays.
      Map<String, BigDecimal> after = shown(figures);
      for (Change change : differences) {
        assertTrue(change.figure().value().signum() != 0, change::toString);
        assertTrue(!change.reason().events().isEmpty(), change::toString);
      }
      changed += before.equals(after) ? 0 : 1;
    }
    assertTrue(changed > 3, "hardly anything changed");
  }

  private static StoredHistory.Columns columns(StoredHistory history) {
    return StoredHistory.encode(
        new Lifecycle(history.transitions(), history.spans(), Optional.empty(), Optional.empty()),
        history.firstEarnings());
  }

  @ParameterizedTest
  @ValueSource(longs = {7, 8})
  void replacingFiguresWritesWhatDiffersOnly(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<String, DayFigure> stored = new HashMap<>();
    Map<String, DayFigure> target = new HashMap<>();
    for (int i = 0; i < 500; i++) {
      DayFigure figure =
          new DayFigure(
              random.nextInt(60),
              new FigureKey(Metric.CHARGES, random.nextBoolean() ? "USD" : "JPY"),
              BigDecimal.valueOf(random.nextInt(1, 3)));
      add(random.nextBoolean() ? stored : target, figure);
    }
    List<Change> changes =
        DayDifferences.ofFigures(
            List.copyOf(stored.values()),
            List.copyOf(target.values()),
            day -> Reason.of(Cause.BACKFILL));
    Map<String, BigDecimal> result = shown(stored);
    for (Change change : changes) {
      DayFigure figure = change.figure();
      String name = LocalDate.ofEpochDay(figure.day()) + " charges " + figure.key().currency();
      BigDecimal value = figure.key().shown(figure.value());
      BigDecimal before = value.signum() == 0 ? result.remove(name) : result.put(name, value);
      assertTrue(before == null || before.compareTo(value) != 0, name);
    }
    assertEquals(shown(target), result);
  }
}
