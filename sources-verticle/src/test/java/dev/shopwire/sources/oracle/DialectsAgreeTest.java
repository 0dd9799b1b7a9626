package dev.shopwire.sources.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.time.Interval;
import dev.shopwire.common.time.TimeRange;
import dev.shopwire.sources.figures.FigureSweep;
import dev.shopwire.sources.figures.Figures;
import dev.shopwire.sources.figures.Metric;
import dev.shopwire.sources.figures.ReportBuckets;
import dev.shopwire.sources.figures.Series;
import dev.shopwire.sources.records.PartnerRecord;
import dev.shopwire.testing.partner.History;
import dev.shopwire.testing.partner.HistoryEvent;
import dev.shopwire.testing.partner.HistoryOptions;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A history leads to the same figures, whichever dialect shows it. */
class DialectsAgreeTest {
  private static final long SEED = 11;

  private static final int SHOPS = 60;
  private static final Instant COMPLETE_TO = Instant.parse("2025-12-18T13:45:00Z");
  private static final List<HistoryEvent> HISTORY =
      History.ofShops(HistoryOptions.twoYears(SEED), SHOPS);

  private static final List<PartnerRecord> NEWER = records("historical-events");
  private static final List<PartnerRecord> OLDER = records("app-events");

  /** The older dialect has no dates of settlement. */
  private static final Set<Metric> DIFFERENT = EnumSet.of(Metric.PAYOUTS, Metric.UNSETTLED);

  @Test
  void bothDialectsGiveTheSameFigures() {
    for (boolean byPlan : List.of(false, true)) {
      Figures newer = figures(NEWER, byPlan);
      Figures older = figures(OLDER, byPlan);
      for (Metric metric : EnumSet.complementOf(EnumSet.copyOf(DIFFERENT))) {
        List<Series> series = newer.series(metric);
        assertSame(series, older.series(metric), metric);
        // A plan of its own neither expands nor contracts.
        assertTrue(byPlan || hasValues(series), metric.id());
      }
    }
  }

  /** Says only where the first difference is. */
  private static void assertSame(List<Series> one, List<Series> other, Metric metric) {
    assertEquals(one.stream().map(Series::key).toList(), other.stream().map(Series::key).toList());
    for (int i = 0; i < one.size(); i++) {
      for (int j = 0; j < one.get(i).points().size(); j++) {
        assertEquals(
            one.get(i).points().get(j),
            other.get(i).points().get(j),
            metric.id() + " " + one.get(i).key());
      }
    }
  }

  private static List<PartnerRecord> records(String dialect) {
    return DialectRecords.of(dialect, HISTORY, Instant.parse("2024-01-01T00:00:00Z"), COMPLETE_TO);
  }

  @Test
  void theOracleFollowsTheShippedDialects() {
    Figures expected = figures(HistoryRecords.newer(SEED, SHOPS), false);
    Figures read = figures(NEWER, false);
    for (Metric metric : EnumSet.complementOf(EnumSet.copyOf(DIFFERENT))) {
      assertSame(expected.series(metric), read.series(metric), metric);
    }
  }

  private static boolean hasValues(List<Series> series) {
    return series.stream()
        .flatMap(one -> one.points().stream())
        .anyMatch(point -> point.value().filter(value -> value.signum() != 0).isPresent());
  }

  private static Figures figures(List<PartnerRecord> records, boolean byPlan) {
    FigureSweep sweep =
        new FigureSweep(
            ReportBuckets.of(
                TimeRange.ofDays(
                    LocalDate.parse("2024-01-01"),
                    LocalDate.parse("2025-12-31"),
                    ZoneId.of("Europe/Zurich")),
                Interval.WEEKLY,
                COMPLETE_TO),
            byPlan);
    FiguresOracleTest.pairs(records).forEach(sweep::add);
    return sweep.finish();
  }
}
