package dev.shopwire.analytics.time;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.common.time.TimeRange;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PresetTest {
  private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");

  /** Half past midnight in Zurich, still the day before in UTC. */
  private static final Instant NOW = Instant.parse("2026-03-29T22:30:00Z");

  @ParameterizedTest
  @CsvSource({
    "last_7_days,2026-03-24,2026-03-17,2026-03-23",
    "last_30_days,2026-03-01,2026-01-30,2026-02-28",
    "last_90_days,2025-12-31,2025-10-02,2025-12-30",
    "last_12_months,2025-04-01,2024-04-01,2025-03-30",
    "year_to_date,2026-01-01,2025-01-01,2025-03-30"
  })
  void aRangeEndsTodayAndHasAPreviousRange(
      String name, String start, String startBefore, String endBefore) {
    Preset preset = Preset.of(name);
    TimeRange range = preset.range(NOW, ZURICH);
    assertEquals(start, range.startDate());
    assertEquals("2026-03-30", range.endDate());
    TimeRange before = range.minus(preset.step());
    assertEquals(startBefore, before.startDate());
    assertEquals(endBefore, before.endDate());
  }

  @Test
  void allTimeIsFromTheFirstEventToTodayOrTheLastEvent() {
    Instant first = Instant.parse("2020-02-29T23:00:00Z");
    TimeRange past = Preset.allTime(first, first, NOW, ZURICH);
    assertEquals("2020-03-01", past.startDate());
    assertEquals("2026-03-30", past.endDate());
    TimeRange future = Preset.allTime(first, NOW.plusSeconds(86_400), NOW, ZURICH);
    assertEquals("2026-03-31", future.endDate());
  }

  @Test
  void thePreviousRangeHasAsManyLocalDaysOfAnyLength() {
    TimeRange march =
        TimeRange.ofDays(
            java.time.LocalDate.parse("2026-03-29"),
            java.time.LocalDate.parse("2026-03-30"),
            ZURICH);
    assertEquals("2026-03-27", march.previous().startDate());
    assertEquals("2026-03-28", march.previous().endDate());
    TimeRange hour = new TimeRange(NOW, NOW.plusSeconds(3_600), ZURICH);
    assertEquals(NOW, hour.previous().end());
    assertEquals(NOW.minusSeconds(3_600), hour.previous().start());
  }
}
