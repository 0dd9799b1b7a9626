package dev.shopwire.analytics.reports;

import dev.shopwire.common.time.Buckets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Covers the buckets of a report with spans: every moment is in exactly one span, and each rollup
 * row that a span includes lies entirely in one bucket. Adjacent spans of a kind are joined.
 *
 * @param days whole UTC days, read at the grain of days
 * @param fine other spans of complete fine grains
 * @param raw the remainder, read from the events
 */
record RollupSpans(List<Span> days, List<Span> fine, List<Span> raw) {
  static final int DAY = 24 * 60;

  /** The fine grain of ungrouped rollups. */
  static final int QUARTER = 15;

  /** The fine grain of rollups that are grouped by a property. */
  static final int HOUR = 60;

  private static final long SECONDS = 60;

  /**
   * @param grain the fine one, in minutes; a day is a multiple of it
   * @param mergedBefore the start of a UTC day, before which there are hours but no quarter hours
   */
  static RollupSpans of(Buckets buckets, int grain, Instant mergedBefore) {
    RollupSpans spans = new RollupSpans(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < buckets.size(); i++) {
      Instant since = buckets.starts().get(i);
      Instant until = buckets.end(i);
      if (since.isBefore(mergedBefore)) {
        Instant end = until.isBefore(mergedBefore) ? until : mergedBefore;
        spans.coverByDays(since, end, HOUR);
        since = end;
      }
      spans.coverByDays(since, until, grain);
    }
    return spans;
  }

  Duration rawLength() {
    return raw.stream().map(Span::length).reduce(Duration.ZERO, Duration::plus);
  }

  private void coverByDays(Instant since, Instant until, int grain) {
    if (!since.isBefore(until)) {
      return;
    }
    Instant first = ceiling(since, DAY);
    Instant last = floor(until, DAY);
    if (first.isBefore(last)) {
      coverByGrain(since, first, grain);
      add(days, first, last);
      coverByGrain(last, until, grain);
    } else {
      coverByGrain(since, until, grain);
    }
  }

  private void coverByGrain(Instant since, Instant until, int grain) {
    Instant first = ceiling(since, grain);
    Instant last = floor(until, grain);
    if (first.isBefore(last)) {
      add(raw, since, first);
      add(fine, first, last);
      add(raw, last, until);
    } else {
      add(raw, since, until);
    }
  }

  private static void add(List<Span> spans, Instant since, Instant until) {
    if (!since.isBefore(until)) {
      return;
    }
    int last = spans.size() - 1;
    if (last >= 0 && spans.get(last).until().equals(since)) {
      spans.set(last, new Span(spans.get(last).since(), until));
    } else {
      spans.add(new Span(since, until));
    }
  }

  private static Instant floor(Instant instant, int minutes) {
    return Instant.ofEpochSecond(
        instant.getEpochSecond() - Math.floorMod(instant.getEpochSecond(), minutes * SECONDS));
  }

  private static Instant ceiling(Instant instant, int minutes) {
    Instant floor = floor(instant, minutes);
    return floor.equals(instant) ? floor : floor.plusSeconds(minutes * SECONDS);
  }
}
