package dev.shopwire.attribution.overview;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.access.Actor;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.contracts.OverviewRequest;
import dev.shopwire.common.failure.Failure;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the local days of an overview, and the range before them. */
class LocalDaysTest {
  private static LocalDays days(String start, String end, String timezone) {
    Caller caller = new Caller(Actor.ADMIN_TOKEN, AccessLevel.OPERATOR, 1, "127.0.0.1", "r");
    return LocalDays.of(new OverviewRequest(1, start, end, timezone, caller));
  }

  @Test
  void daysFollowTheZonesClock() {
    LocalDays days = days("2026-03-28", "2026-03-30", "Europe/Zurich");
    assertEquals(
        List.of(
            Instant.parse("2026-03-27T23:00:00Z"),
            Instant.parse("2026-03-28T23:00:00Z"),
            Instant.parse("2026-03-29T22:00:00Z")),
        days.starts());
    assertEquals(Instant.parse("2026-03-30T22:00:00Z"), days.end());
    assertEquals(
        Duration.ofHours(23), Duration.between(days.starts().get(1), days.starts().get(2)));
  }

  @Test
  void theRangeBeforeHasAsManyDays() {
    LocalDays days = days("2026-03-29", "2026-03-30", "Europe/Zurich");
    assertEquals(Instant.parse("2026-03-26T23:00:00Z"), days.previousStart());
    assertEquals(
        Instant.parse("2026-02-28T00:00:00Z"),
        days("2026-03-01", "2026-03-01", "UTC").previousStart());
  }

  @Test
  void aDayThatTheZoneSkippedIsLeftOut() {
    LocalDays days = days("2011-12-29", "2011-12-31", "pacific/apia");
    assertEquals(
        List.of(LocalDate.parse("2011-12-29"), LocalDate.parse("2011-12-31")), days.dates());
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-02, 2026-03-01, UTC, empty_range",
    "2026-02-30, 2026-03-01, UTC, invalid_startDate",
    "2026-03-01, now, UTC, invalid_endDate",
    "0000-03-01, 2026-03-01, UTC, invalid_startDate",
    "2026-03-01, +10000-01-01, UTC, invalid_endDate",
    "1990-01-01, 2026-03-01, UTC, too_many_buckets",
    "2026-03-01, 2026-03-01, Mars/Base, invalid_timezone"
  })
  void anInvalidRangeIsRejected(String start, String end, String timezone, String code) {
    Failure failure = assertThrows(Failure.class, () -> days(start, end, timezone));
    assertEquals(code, failure.errors().get(0).code());
  }

  @Test
  void theLongestRangeIsAccepted() {
    LocalDate start = LocalDate.parse("2000-01-01");
    String last = start.plusDays(LocalDays.MAX - 1L).toString();
    assertEquals(LocalDays.MAX, days(start.toString(), last, "UTC").dates().size());
  }
}
