package dev.shopwire.app.analytics.behavior;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Computes ranges and buckets (docs/api/reads.md) by stepping through minutes and days. */
final class TimeRangeOracle {
  static final List<String> INTERVALS = List.of("hourly", "daily", "weekly", "monthly", "yearly");

  private static final DateTimeFormatter HOUR =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssxxx", Locale.ROOT);

  private TimeRangeOracle() {}

  /** {@code start ≤ t < end}, as requested. */
  record Range(String startDate, String endDate, ZoneId zone) {
    Instant start() {
      return isDate(startDate)
          ? LocalDate.parse(startDate).atStartOfDay(zone).toInstant()
          : Instant.parse(startDate);
    }

    Instant end() {
      return isDate(endDate)
          ? LocalDate.parse(endDate).plusDays(1).atStartOfDay(zone).toInstant()
          : Instant.parse(endDate);
    }

    boolean contains(Instant instant) {
      return !instant.isBefore(start()) && instant.isBefore(end());
    }

    boolean isOfDays() {
      return isDate(startDate) && isDate(endDate);
    }

    /** The same number of local days, or the same duration, just before. */
    Range previous() {
      if (isOfDays()) {
        LocalDate start = LocalDate.parse(startDate);
        long days = ChronoUnit.DAYS.between(start, LocalDate.parse(endDate)) + 1;
        return new Range(start.minusDays(days).toString(), start.minusDays(1).toString(), zone);
      }
      Duration length = Duration.between(start(), end());
      return new Range(start().minus(length).toString(), start().toString(), zone);
    }

    private static boolean isDate(String text) {
      return text.length() == "2026-01-01".length();
    }
  }

  /** Identifies a bucket: by local time and offset for hours, else by date. */
  static Object bucketOf(Instant instant, ZoneId zone, String interval) {
    if (interval.equals("hourly")) {
      return instant.atZone(zone).toOffsetDateTime().truncatedTo(ChronoUnit.HOURS);
    }
    LocalDate date = LocalDate.ofInstant(instant, zone);
    return switch (interval) {
      case "weekly" -> date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
      case "monthly" -> date.withDayOfMonth(1);
      case "yearly" -> date.withDayOfYear(1);
      default -> date;
    };
  }

  /** The range's buckets in order, each with its {@code date} in responses. */
  static Map<Object, Object> buckets(Range range, String interval) {
    return interval.equals("hourly") ? hours(range) : dates(range, interval);
  }

  private static Map<Object, Object> hours(Range range) {
    Map<Object, String> starts = new LinkedHashMap<>();
    Map<Object, Object> buckets = new LinkedHashMap<>();
    Instant minute = range.start().truncatedTo(ChronoUnit.MINUTES).minus(2, ChronoUnit.HOURS);
    for (; minute.isBefore(range.end()); minute = minute.plus(1, ChronoUnit.MINUTES)) {
      Object bucket = bucketOf(minute, range.zone(), "hourly");
      String start = HOUR.format(minute.atZone(range.zone()));
      starts.putIfAbsent(bucket, start);
      if (minute.plus(1, ChronoUnit.MINUTES).isAfter(range.start())) {
        buckets.put(bucket, starts.getOrDefault(bucket, start));
      }
    }
    return buckets;
  }

  private static Map<Object, Object> dates(Range range, String interval) {
    Map<Object, Object> buckets = new LinkedHashMap<>();
    LocalDate date = LocalDate.ofInstant(range.start(), range.zone());
    for (; startOf(date, range).isBefore(range.end()); date = date.plusDays(1)) {
      // A zone that crossed the date line skipped a day.
      if (startOf(date, range).isBefore(startOf(date.plusDays(1), range))) {
        Object bucket = bucketOf(startOf(date, range), range.zone(), interval);
        buckets.put(bucket, bucket.toString());
      }
    }
    return buckets;
  }

  private static Instant startOf(LocalDate date, Range range) {
    return date.atStartOfDay(range.zone()).toInstant();
  }

  /** One data point of a response. */
  static Map<String, @Nullable Object> point(Object date, @Nullable Object value) {
    Map<String, @Nullable Object> point = new LinkedHashMap<>();
    point.put("date", date);
    point.put("value", value);
    return point;
  }
}
