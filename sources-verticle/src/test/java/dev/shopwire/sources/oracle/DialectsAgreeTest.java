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
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A history leads to the same figures, whichever dialect shows it. */
class DialectsAgreeTest {
  /** The older dialect has no dates of settlement. */
  private static final Set<Metric> DIFFERENT = EnumSet.of(Metric.PAYOUTS, Metric.UNSETTLED);

  @Test
  void bothDialectsGiveTheSameFigures() {
    for (boolean byPlan : List.of(false, true)) {
      Figures newer = figures(HistoryRecords.newer(11, 150), byPlan);
      Figures older = figures(HistoryRecords.older(11, 150), byPlan);
      for (Metric metric : EnumSet.complementOf(EnumSet.copyOf(DIFFERENT))) {
        List<Series> series = newer.series(metric);
        assertEquals(series, older.series(metric), metric.id());
        // A plan of its own neither expands nor contracts.
        assertTrue(byPlan || hasValues(series), metric.id());
      }
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
                Instant.parse("2025-12-18T13:45:00Z")),
            byPlan);
    FiguresOracleTest.pairs(records).forEach(sweep::add);
    return sweep.finish();
  }
}
