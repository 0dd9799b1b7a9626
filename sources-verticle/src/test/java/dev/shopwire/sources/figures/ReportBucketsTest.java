package dev.shopwire.sources.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.common.time.Interval;
import dev.shopwire.common.time.TimeRange;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportBucketsTest {
  private static ReportBuckets of(
      String first, String last, String zone, Interval interval, String completeTo) {
    return ReportBuckets.of(
        TimeRange.ofDays(LocalDate.parse(first), LocalDate.parse(last), ZoneId.of(zone)),
        interval,
        Instant.parse(completeTo));
  }

  @Test
  void daysCompareWith30LocalDaysBeforeAcrossAChangeOfTheClock() {
    ReportBuckets buckets =
        of("2025-04-10", "2025-04-11", "Europe/Zurich", Interval.DAILY, "2025-04-11T10:00:00Z");
    assertEquals(
        List.of(Instant.parse("2025-04-10T22:00:00Z"), Instant.parse("2025-04-11T10:00:00Z")),
        buckets.ends());
    // Winter time then: an hour later in UTC.
    assertEquals(
        List.of(Instant.parse("2025-03-11T23:00:00Z"), Instant.parse("2025-03-12T11:00:00Z")),
        buckets.bases());
    assertEquals(List.of(false, true), List.of(buckets.isProvisional(0), buckets.isProvisional(1)));
  }

  @Test
  void monthsCompareWithTheirStart() {
    ReportBuckets buckets =
        of("2025-01-15", "2025-03-31", "UTC", Interval.MONTHLY, "2025-03-01T00:00:00Z");
    assertEquals(List.of("2025-01-01", "2025-02-01", "2025-03-01"), buckets.labels());
    assertEquals(buckets.starts(), buckets.bases());
    assertEquals(Instant.parse("2025-01-15T00:00:00Z"), buckets.starts().get(0));
    assertEquals(2, buckets.known());
    assertEquals(false, buckets.isProvisional(1));
    assertEquals(true, buckets.isProvisional(2));
  }
}
