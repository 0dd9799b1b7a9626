package dev.shopwire.common.time;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The buckets of a range, in order.
 *
 * @param starts of the buckets, the first one cut to the start of the range
 * @param labels of the buckets in responses
 * @param end of the last bucket, cut to the end of the range
 */
public record Buckets(List<Instant> starts, List<String> labels, Instant end) {
  /** More buckets than this are not useful in a chart. */
  public static final int MAX = 10_000;

  /**
   * @return at most {@link #MAX} + 1 buckets, so that a caller can detect that there are too many
   */
  public static Buckets of(TimeRange range, Interval interval) {
    List<Instant> starts = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    Instant start = interval.floor(range.start(), range.zone());
    while (start.isBefore(range.end()) && starts.size() <= MAX) {
      starts.add(start.isBefore(range.start()) ? range.start() : start);
      labels.add(interval.label(start, range.zone()));
      start = interval.next(start, range.zone());
    }
    return new Buckets(starts, labels, range.end());
  }

  /** The complete range as one bucket. */
  public static Buckets one(TimeRange range) {
    return new Buckets(List.of(range.start()), List.of(range.startDate()), range.end());
  }

  public int size() {
    return starts.size();
  }

  /** The end of bucket {@code i}, which is the start of the next. */
  public Instant end(int i) {
    return i + 1 < starts.size() ? starts.get(i + 1) : end;
  }
}
