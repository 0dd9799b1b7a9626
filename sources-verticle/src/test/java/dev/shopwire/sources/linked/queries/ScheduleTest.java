package dev.shopwire.sources.linked.queries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {
  private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          30 4 * * *   | Europe/Zurich    | 2026-11-29T10:00:00Z | 2026-11-30T03:30:00Z
          30 4 * * *   | Europe/Zurich    | 2026-11-30T03:29:59Z | 2026-11-30T03:30:00Z
          30 4 * * *   | Europe/Zurich    | 2026-11-30T03:30:00Z | 2026-12-01T03:30:00Z
          */15 * * * * | UTC              | 2026-11-29T10:07:00Z | 2026-11-29T10:15:00Z
          0 9 * * 1    | America/New_York | 2026-11-29T10:00:00Z | 2026-11-30T14:00:00Z
          0 0 29 2 *   | UTC              | 2026-11-29T10:00:00Z | 2028-02-29T00:00:00Z
          # The clock skips 02:00 to 03:00: the time is the end of the gap.
          30 2 * * *   | Europe/Zurich    | 2026-03-28T12:00:00Z | 2026-03-29T01:00:00Z
          30 2 * * *   | Europe/Zurich    | 2026-03-29T01:00:00Z | 2026-03-30T00:30:00Z
          # 02:30 comes twice: it is the first one.
          30 2 * * *   | Europe/Zurich    | 2026-10-24T12:00:00Z | 2026-10-25T00:30:00Z
          30 2 * * *   | Europe/Zurich    | 2026-10-25T00:30:00Z | 2026-10-26T01:30:00Z
          30 2 * * *   | Europe/Zurich    | 2026-10-25T01:10:00Z | 2026-10-26T01:30:00Z
          # Samoa had no December 30, 2011.
          0 12 30 12 * | Pacific/Apia     | 2011-12-29T00:00:00Z | 2011-12-30T10:00:00Z
          """)
  void theNextTimeOfACronExpression(String cron, String zone, Instant from, Instant expected) {
    assertEquals(
        Optional.of(expected), CronTimes.of(cron, ZoneId.of(zone)).orElseThrow().after(from));
  }

  /** Of every minute of the days on which clocks change, the next time is never in the past. */
  @Test
  void timesOnlyGoForward() {
    for (String day : List.of("2026-03-28T22:00:00Z", "2026-10-24T22:00:00Z")) {
      CronTimes times = CronTimes.of("*/20 * * * *", ZURICH).orElseThrow();
      Instant from = Instant.parse(day);
      for (int i = 0; i < 8 * 60; i++) {
        Instant at = from.plus(Duration.ofMinutes(i));
        assertTrue(times.after(at).orElseThrow().isAfter(at), at::toString);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "* * * *",
        "0 * * * * *",
        "60 * * * *",
        "* 24 * * *",
        "0 0 31 2 *",
        "@daily",
        "a b c d e",
        "*/0 * * * *",
        "0 0 * * 1-9"
      })
  void whatIsNoCronExpressionOfFiveFieldsIsRefused(String cron) {
    assertTrue(CronTimes.of(cron, ZURICH).isEmpty());
  }

  @Test
  void anIntervalIsKeptAtLeast() {
    Instant now = Instant.parse("2026-11-29T10:00:00Z");
    for (int i = 0; i < 100; i++) {
      Instant next = new Schedule.Every(60).next(now).orElseThrow();
      assertFalse(next.isBefore(now.plusSeconds(60)));
      assertFalse(next.isAfter(now.plusSeconds(63)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "20, 10, 10, 10, false",
    "20, 10, 11, 10, true",
    "20, 10, 200, 1000, false",
    "20, 10, 201, 1000, true",
    "0, 0, 1, 1000000, true",
    "0, 0, 0, 0, false",
    "100, 0, 1000, 1000, false",
    "99, 0, 1000, 1000, true"
  })
  void theGuardHoldsAboveBothLimits(
      int percent, long atLeast, long affected, long base, boolean isHeld) {
    Guard guard = new Guard(percent, atLeast);
    assertEquals(isHeld, guard.holds(affected, base));
    assertEquals(!isHeld, affected <= guard.limit(base));
  }
}
