package dev.shopwire.analytics.cohorts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.Query;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the weeks of a cohort report. */
class CohortWeeksTest {
  /** A Thursday. */
  private static final Instant NOW = Instant.parse("2026-04-02T23:30:00Z");

  private static CohortWeeks weeks(Map<String, String> parameters) {
    Query query = new Query(parameters);
    CohortWeeks weeks = CohortWeeks.read(query, NOW);
    query.throwIfInvalid();
    return weeks;
  }

  @Test
  void theLastTwelveWeeksEndToday() {
    CohortWeeks weeks = weeks(Map.of());
    assertEquals(12, weeks.weeks().size());
    assertEquals("2026-01-12", weeks.range().startDate());
    assertEquals("2026-04-02", weeks.range().endDate());
    assertEquals("2026-04-03", weeks(Map.of("timezone", "Europe/Zurich")).range().endDate());
  }

  @Test
  void weeksStartOnLocalMondaysAcrossDaylightSavingChanges() {
    CohortWeeks weeks =
        weeks(
            Map.of(
                "startDate", "2026-03-25", "endDate", "2026-04-01", "timezone", "Europe/Zurich"));
    assertEquals(List.of("2026-03-23", "2026-03-30"), weeks.weeks().labels());
    assertEquals(
        List.of(Instant.parse("2026-03-24T23:00:00Z"), Instant.parse("2026-03-29T22:00:00Z")),
        weeks.weeks().starts());
  }

  @Test
  void withoutAStartTheRangeIsTwelveWeeks() {
    CohortWeeks weeks = weeks(Map.of("endDate", "2026-03-01"));
    assertEquals(12, weeks.weeks().size());
    assertEquals("2025-12-08", weeks.range().startDate());
  }

  @Test
  void tooManyWeeksAreRejected() {
    assertEquals(104, weeks(Map.of("startDate", "2024-04-08")).weeks().size());
    Failure failure = assertThrows(Failure.class, () -> weeks(Map.of("startDate", "2024-04-07")));
    assertEquals("range_too_long", failure.reason());
    assertThrows(Failure.class, () -> weeks(Map.of("startDate", "0001-01-01")));
  }
}
