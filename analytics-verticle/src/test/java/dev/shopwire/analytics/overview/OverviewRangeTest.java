package dev.shopwire.analytics.overview;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.access.Actor;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.contracts.OverviewRequest;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Json;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the days of an overview and the range before them. */
class OverviewRangeTest {
  private static final Instant NOW = Instant.parse("2026-04-02T10:00:00Z");

  private static OverviewRange range(String startDate, String endDate, String timezone) {
    Caller caller = new Caller(Actor.ADMIN_TOKEN, AccessLevel.OPERATOR, 1, "127.0.0.1", "r");
    return OverviewRange.read(new OverviewRequest(1, startDate, endDate, timezone, caller), NOW);
  }

  @Test
  void thePreviousRangeHasAsManyLocalDays() {
    OverviewRange range = range("2026-03-28", "2026-03-30", "Europe/Zurich");
    // Clocks changed on 29 March.
    assertEquals(
        "[2026-03-24T23:00:00Z, 2026-03-27T23:00:00Z, 2026-03-28T23:00:00Z, 2026-03-29T22:00:00Z]",
        range.buckets().starts().toString());
    assertEquals(Instant.parse("2026-03-30T22:00:00Z"), range.buckets().end());
    assertEquals("2026-03-27T23:00Z", range.ends()[0].toString());
  }

  @Test
  void withoutDatesItIsTheLastThirtyDays() {
    OverviewRange range = range("", "", "");
    assertEquals(31, range.buckets().size());
    assertEquals(Instant.parse("2026-03-04T00:00:00Z"), range.buckets().starts().get(1));
    assertEquals(Instant.parse("2026-02-02T00:00:00Z"), range.buckets().starts().get(0));
  }

  @Test
  void aFigureIsTheSumOfItsDaysWithoutThePreviousRange() {
    OverviewRange range = range("2026-03-01", "2026-03-02", "UTC");
    assertEquals(
        "{\"value\":7,\"previous\":9,\"data\":[{\"date\":\"2026-03-01\",\"value\":3},"
            + "{\"date\":\"2026-03-02\",\"value\":4}]}",
        Json.MAPPER.valueToTree(range.figure(new long[] {9, 3, 4})).toString());
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-02,2026-03-01,UTC,empty_range",
    "1900-01-01,2026-03-01,UTC,range_too_long",
    "yesterday,2026-03-01,UTC,invalid_startDate",
    "2026-03-01,2026-03-01,Mars,invalid_timezone"
  })
  void anInvalidRangeIsRejected(String start, String end, String timezone, String reason) {
    Failure failure = assertThrows(Failure.class, () -> range(start, end, timezone));
    assertEquals(Code.INVALID, failure.code());
    assertEquals(reason, failure.reason());
  }
}
