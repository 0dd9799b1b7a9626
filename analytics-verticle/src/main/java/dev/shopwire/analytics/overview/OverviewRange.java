package dev.shopwire.analytics.overview;

import dev.shopwire.analytics.activity.ActiveShopCounts;
import dev.shopwire.analytics.activity.ShopHours;
import dev.shopwire.common.contracts.OverviewRequest;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.time.Bounds;
import dev.shopwire.common.time.Buckets;
import dev.shopwire.common.time.Interval;
import dev.shopwire.common.time.TimeRange;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The local days of an overview and the range of the same length before them.
 *
 * @param buckets the previous range as bucket 0, then the days
 */
record OverviewRange(Buckets buckets) {
  /** About ten years. */
  private static final int MAX_DAYS = 3_660;

  /**
   * @throws dev.shopwire.common.failure.Failure 422 if the range is invalid or too long
   */
  static OverviewRange read(OverviewRequest request, Instant now) {
    Query query =
        new Query(
            Map.of(
                "startDate", request.startDate(),
                "endDate", request.endDate(),
                "timezone", request.timezone()));
    TimeRange range = Bounds.read(query).orLastDays(now);
    Buckets days = Buckets.of(range, Interval.DAILY);
    if (days.size() > MAX_DAYS) {
      query.addError(
          "startDate", "range_too_long", "must be at most " + MAX_DAYS + " days before endDate");
    }
    query.throwIfInvalid();
    return of(range, days);
  }

  private static OverviewRange of(TimeRange range, Buckets days) {
    List<Instant> starts = new ArrayList<>(days.starts());
    starts.add(0, range.previous().start());
    List<String> labels = new ArrayList<>(days.labels());
    labels.add(0, "");
    return new OverviewRange(new Buckets(starts, labels, days.end()));
  }

  /**
   * Whether active shops and session starts answer for this range.
   *
   * @param activityFrom the hour (since 1970) from which on they are complete
   */
  boolean isStored(int activityFrom) {
    return ActiveShopCounts.supports(buckets)
        && !buckets.starts().get(0).isBefore(ShopHours.start(activityFrom));
  }

  /** The starts of the buckets as an SQL parameter. */
  OffsetDateTime[] starts() {
    return buckets.starts().stream()
        .map(start -> start.atOffset(ZoneOffset.UTC))
        .toArray(OffsetDateTime[]::new);
  }

  /** The ends of the buckets as an SQL parameter. */
  OffsetDateTime[] ends() {
    OffsetDateTime[] ends = new OffsetDateTime[buckets.size()];
    for (int i = 0; i < ends.length; i++) {
      ends[i] = buckets.end(i).atOffset(ZoneOffset.UTC);
    }
    return ends;
  }

  /** A figure that is the sum of its days. */
  Map<String, @Nullable Object> figure(long[] counts) {
    long sum = 0;
    for (int i = 1; i < counts.length; i++) {
      sum += counts[i];
    }
    return figure(sum, counts);
  }

  /**
   * @param value over all days
   * @param counts by bucket
   */
  Map<String, @Nullable Object> figure(long value, long[] counts) {
    List<Map<String, Object>> data = new ArrayList<>();
    for (int i = 1; i < counts.length; i++) {
      Map<String, Object> day = new LinkedHashMap<>();
      day.put("date", buckets.labels().get(i));
      day.put("value", counts[i]);
      data.add(day);
    }
    Map<String, @Nullable Object> figure = new LinkedHashMap<>();
    figure.put("value", value);
    figure.put("previous", counts[0]);
    figure.put("data", data);
    return figure;
  }
}
