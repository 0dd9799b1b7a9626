package dev.shopwire.webhook.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.access.Actor;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.contracts.Timeline;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimelineRangeTest {
  private static final Caller CALLER =
      new Caller(Actor.ADMIN_TOKEN, AccessLevel.OPERATOR, 1, "192.0.2.1", "r-1");
  private static final long SECOND = Instant.parse("2026-11-20T08:00:00Z").toEpochMilli();

  private static TimelineRange range(
      String from, String until, String beforeAt, String beforeType, String beforeId) {
    return TimelineRange.of(
        new Timeline.Request(
            1, List.of(), "", from, until, beforeAt, beforeType, beforeId, 10, CALLER));
  }

  /** The end of the page after an entry of another type at this time. */
  private static long endAfter(String at, String type) {
    TimelineRange range = range("", "", at, type, "id");
    assertEquals(Optional.empty(), range.tie());
    return range.until();
  }

  @Test
  void withoutBoundsAllTimesAreIncluded() {
    TimelineRange range = range("", "", "", "", "");
    assertEquals(0, range.from());
    assertEquals(100_000_000_000_000L, range.until());
    assertEquals(Optional.empty(), range.tie());
  }

  @Test
  void boundsBetweenMillisecondsExcludeTheMillisecondsBeforeThem() {
    TimelineRange range =
        range("2026-11-20T08:00:00.0005Z", "2026-11-20T08:00:00.002001Z", "", "", "");
    assertEquals(SECOND + 1, range.from());
    assertEquals(SECOND + 3, range.until());
    TimelineRange whole = range("2026-11-20T08:00:00Z", "2026-11-20T08:00:00.002Z", "", "", "");
    assertEquals(SECOND, whole.from());
    assertEquals(SECOND + 2, whole.until());
  }

  @Test
  void entriesOfTheSameTimeFollowThoseOfTypesBeforeThem() {
    assertEquals(SECOND + 1, endAfter("2026-11-20T08:00:00Z", "usage_event"));
    assertEquals(SECOND + 1, endAfter("2026-11-20T08:00:00.000999Z", "console"));
    assertEquals(SECOND, endAfter("2026-11-20T08:00:00Z", "zebra"));
    assertEquals(SECOND + 1, endAfter("2026-11-20T08:00:00.000001Z", "zebra"));
  }

  @Test
  void deliveriesOfTheSameTimeFollowById() {
    TimelineRange range = range("", "", "2026-11-20T08:00:00.007Z", "webhook_delivery", "d-7");
    assertEquals(SECOND + 7, range.until());
    assertEquals(Optional.of("d-7"), range.tie());
  }

  @Test
  void timesBefore1970AndFarAheadAreCut() {
    TimelineRange range = range("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "", "", "");
    assertEquals(0, range.from());
    assertEquals(100_000_000_000_000L, range.until());
  }
}
