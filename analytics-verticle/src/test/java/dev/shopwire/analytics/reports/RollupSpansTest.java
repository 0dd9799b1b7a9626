package dev.shopwire.analytics.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.time.Buckets;
import dev.shopwire.common.time.Interval;
import dev.shopwire.common.time.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RollupSpansTest {
  private static final long SEED = 20_261_122;

  private static RollupSpans of(String zone, Interval interval, int grain) {
    TimeRange range =
        TimeRange.ofDays(
            LocalDate.parse("2026-03-02"), LocalDate.parse("2026-03-03"), ZoneId.of(zone));
    return RollupSpans.of(Buckets.of(range, interval), grain, Instant.MIN);
  }

  private static List<Span> spans(String... bounds) {
    List<Span> spans = new ArrayList<>();
    for (int i = 0; i < bounds.length; i += 2) {
      spans.add(new Span(Instant.parse(bounds[i]), Instant.parse(bounds[i + 1])));
    }
    return spans;
  }

  @Test
  void daysInUtcAreReadFromDays() {
    assertEquals(
        new RollupSpans(
            spans("2026-03-02T00:00:00Z", "2026-03-04T00:00:00Z"), List.of(), List.of()),
        of("UTC", Interval.DAILY, RollupSpans.QUARTER));
  }

  @Test
  void aDayInAnotherTimeZoneIsReadFromFineGrains() {
    assertEquals(
        new RollupSpans(
            List.of(), spans("2026-03-01T18:30:00Z", "2026-03-03T18:30:00Z"), List.of()),
        of("Asia/Kolkata", Interval.DAILY, RollupSpans.QUARTER));
  }

  @Test
  void aMonthInAnotherTimeZoneIsReadFromDaysAndFineGrains() {
    assertEquals(
        new RollupSpans(
            spans("2026-03-02T00:00:00Z", "2026-03-03T00:00:00Z"),
            spans(
                "2026-03-01T23:00:00Z",
                "2026-03-02T00:00:00Z",
                "2026-03-03T00:00:00Z",
                "2026-03-03T23:00:00Z"),
            List.of()),
        of("Europe/Zurich", Interval.MONTHLY, RollupSpans.HOUR));
  }

  @Test
  void timeThatNoGrainCoversIsReadFromTheEvents() {
    assertEquals(
        spans(
            "2026-03-01T18:30:00Z",
            "2026-03-01T19:00:00Z",
            "2026-03-02T18:00:00Z",
            "2026-03-02T19:00:00Z",
            "2026-03-03T18:00:00Z",
            "2026-03-03T18:30:00Z"),
        of("Asia/Kolkata", Interval.DAILY, RollupSpans.HOUR).raw());
    assertEquals(
        spans("2026-03-01T18:30:00Z", "2026-03-03T18:30:00Z"),
        of("Asia/Kolkata", Interval.HOURLY, RollupSpans.HOUR).raw());
  }

  @Test
  void aRangeWithinAGrainIsReadFromTheEvents() {
    Instant start = Instant.parse("2026-03-01T10:01:00Z");
    TimeRange range = new TimeRange(start, start.plusSeconds(600), ZoneId.of("UTC"));
    RollupSpans spans = RollupSpans.of(Buckets.one(range), RollupSpans.QUARTER, Instant.MIN);
    assertEquals(List.of(new Span(start, start.plusSeconds(600))), spans.raw());
    assertEquals(Duration.ofMinutes(10), spans.rawLength());
  }

  @Test
  void beforeTheMergeTimeOnlyHoursExist() {
    TimeRange range =
        TimeRange.ofDays(
            LocalDate.parse("2026-03-02"),
            LocalDate.parse("2026-03-03"),
            ZoneId.of("Asia/Kolkata"));
    RollupSpans spans =
        RollupSpans.of(
            Buckets.of(range, Interval.DAILY),
            RollupSpans.QUARTER,
            Instant.parse("2026-03-03T00:00:00Z"));
    assertEquals(
        spans(
            "2026-03-01T18:30:00Z",
            "2026-03-01T19:00:00Z",
            "2026-03-02T18:00:00Z",
            "2026-03-02T19:00:00Z"),
        spans.raw());
    assertEquals(
        spans(
            "2026-03-01T19:00:00Z",
            "2026-03-02T18:00:00Z",
            "2026-03-02T19:00:00Z",
            "2026-03-03T18:30:00Z"),
        spans.fine());
  }

  @Test
  void everyInstantIsCoveredOnceAndNoGrainCrossesABucket() {
    Random random = new Random(SEED);
    List<String> zones = ZoneId.getAvailableZoneIds().stream().sorted().toList();
    List<Interval> intervals = List.of(Interval.values());
    for (int i = 0; i < 2_000; i++) {
      Instant start =
          Instant.ofEpochSecond(
              random.nextLong(-4_000_000_000L, 4_000_000_000L), random.nextInt(3) * 1_000L);
      TimeRange range =
          new TimeRange(
              start,
              start.plusSeconds(random.nextLong(1, 200L * 86_400)),
              ZoneId.of(zones.get(random.nextInt(zones.size()))));
      Interval interval = intervals.get(random.nextInt(intervals.size()));
      Buckets buckets = Buckets.of(range, interval);
      int grain = random.nextBoolean() ? RollupSpans.QUARTER : RollupSpans.HOUR;
      Instant merged =
          random.nextBoolean()
              ? Instant.MIN
              : Instant.EPOCH.plus(
                  Duration.ofDays(start.getEpochSecond() / 86_400 + random.nextInt(200) - 20));
      check(
          buckets, RollupSpans.of(buckets, grain, merged), grain, i + " " + range + " " + interval);
    }
  }

  private static void check(Buckets buckets, RollupSpans spans, int grain, String message) {
    List<Span> all =
        Stream.of(spans.days(), spans.fine(), spans.raw())
            .flatMap(List::stream)
            .sorted(Comparator.comparing(Span::since))
            .toList();
    Instant at = buckets.starts().get(0);
    for (Span span : all) {
      assertEquals(at, span.since(), message);
      assertTrue(span.since().isBefore(span.until()), message);
      at = span.until();
    }
    assertEquals(buckets.end(), at, message);
    for (List<Span> part : List.of(spans.days(), spans.fine(), spans.raw())) {
      for (int i = 1; i < part.size(); i++) {
        assertNotEquals(part.get(i - 1).until(), part.get(i).since(), message);
      }
    }
    spans.days().forEach(span -> checkAligned(span, RollupSpans.DAY, buckets, message));
    spans.fine().forEach(span -> checkAligned(span, grain, buckets, message));
  }

  private static void checkAligned(Span span, int grain, Buckets buckets, String message) {
    long seconds = grain * 60L;
    assertEquals(0, Math.floorMod(span.since().getEpochSecond(), seconds), message);
    assertEquals(0, Math.floorMod(span.until().getEpochSecond(), seconds), message);
    assertEquals(span.since().truncatedTo(ChronoUnit.SECONDS), span.since(), message);
    assertEquals(span.until().truncatedTo(ChronoUnit.SECONDS), span.until(), message);
    for (Instant bound : buckets.starts()) {
      boolean within = bound.isAfter(span.since()) && bound.isBefore(span.until());
      assertTrue(!within || Math.floorMod(bound.getEpochSecond(), seconds) == 0, message);
    }
  }
}
