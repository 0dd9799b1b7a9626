package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.time.Preset;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.time.Bounds;
import dev.shopwire.common.time.Interval;
import dev.shopwire.common.time.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads the range of a report and its buckets from the parameters {@code period}, {@code interval},
 * {@code startDate}, {@code endDate} and {@code timezone}.
 *
 * @param name {@code period} as sent: a preset range or a bucket
 * @param interval of the buckets, if one was requested
 */
record ReportPeriod(
    Optional<String> name,
    Optional<Preset> preset,
    Optional<Interval> interval,
    Bounds bounds,
    Instant now) {
  private static final int HOURS = 24;
  private static final Duration FEW_DAYS = Duration.ofDays(2);
  private static final Duration A_QUARTER = Duration.ofDays(92).plusHours(2);
  private static final Duration A_YEAR = Duration.ofDays(370);
  private static final Duration TEN_YEARS = Duration.ofDays(3_654);

  /**
   * A range with its buckets.
   *
   * @param step how far back in the calendar the previous range lies; empty if that is the range of
   *     the same length just before
   */
  record Window(TimeRange range, Interval interval, Optional<Period> step) {
    Window previous() {
      TimeRange before =
          step.filter(any -> range.isWholeDays()).map(range::minus).orElseGet(range::previous);
      return new Window(before, interval, step);
    }
  }

  static ReportPeriod read(Query query, Instant now) {
    List<String> names =
        Stream.concat(Interval.apiNames().stream(), Preset.apiNames().stream()).toList();
    Optional<String> name = query.choice("period", names);
    Optional<Preset> preset = name.filter(Preset.apiNames()::contains).map(Preset::of);
    Optional<Interval> bucket = name.filter(Interval.apiNames()::contains).map(Interval::of);
    Optional<Interval> interval = query.choice("interval", Interval.apiNames()).map(Interval::of);
    if (preset.isPresent() && (query.has("startDate") || query.has("endDate"))) {
      query.addError(
          "period",
          "conflicting_range",
          "already names a range; send either "
              + preset.get().apiName()
              + " or startDate and endDate");
    }
    if (bucket.isPresent() && interval.isPresent() && !bucket.equals(interval)) {
      query.addError(
          "interval",
          "conflicting_interval",
          "must be "
              + bucket.get().apiName()
              + " or absent, because period already names the interval;"
              + " to use another one, send a range such as last_30_days as period");
    }
    return new ReportPeriod(name, preset, bucket.or(() -> interval), Bounds.read(query), now);
  }

  boolean isAllTime() {
    return preset.isPresent() && preset.get() == Preset.ALL_TIME;
  }

  /**
   * @param extent of the existing events, on which the range {@code all_time} depends
   */
  Window window(Optional<Span> extent) {
    ZoneId zone = bounds.zone();
    if (isAllTime() && extent.isPresent()) {
      Span events = extent.get();
      return window(Preset.allTime(events.since(), events.until(), now, zone), Optional.empty());
    }
    return preset
        .map(named -> window(named.range(now, zone), Optional.of(named.step())))
        .orElseGet(this::byDates);
  }

  private Window byDates() {
    Interval unit = interval.orElse(Interval.DAILY);
    Instant end = bounds.end().orElseGet(() -> defaultEnd(unit));
    Instant start = bounds.start().orElseGet(() -> defaultStart(unit, end));
    Instant until = end.isAfter(start) ? end : endOfDay(start);
    boolean open = bounds.start().isEmpty() && bounds.end().isEmpty() && unit != Interval.HOURLY;
    return window(
        new TimeRange(start, until, bounds.zone()),
        open ? Optional.of(defaultLength(unit)) : Optional.empty());
  }

  private Instant defaultEnd(Interval unit) {
    return unit == Interval.HOURLY
        ? unit.next(unit.floor(now, bounds.zone()), bounds.zone())
        : endOfDay(now);
  }

  private Instant endOfDay(Instant instant) {
    ZoneId zone = bounds.zone();
    return LocalDate.ofInstant(instant, zone).plusDays(1).atStartOfDay(zone).toInstant();
  }

  /**
   * The start of the default number of buckets, the last of which contains the time just before
   * {@code end}.
   */
  private Instant defaultStart(Interval unit, Instant end) {
    ZoneId zone = bounds.zone();
    Instant last = unit.floor(end.minusNanos(1), zone);
    if (unit == Interval.HOURLY) {
      return unit.floor(last.minus(Duration.ofHours(HOURS - 1L)), zone);
    }
    LocalDate date = LocalDate.ofInstant(last, zone);
    LocalDate first =
        switch (unit) {
          case WEEKLY -> date.minusWeeks(11);
          case MONTHLY -> date.minusMonths(11);
          case YEARLY -> date.minusYears(4);
          default -> date.minusDays(29);
        };
    return first.atStartOfDay(zone).toInstant();
  }

  /** The default length of a range. */
  private static Period defaultLength(Interval unit) {
    return switch (unit) {
      case WEEKLY -> Period.ofWeeks(12);
      case MONTHLY -> Period.ofMonths(12);
      case YEARLY -> Period.ofYears(5);
      default -> Period.ofDays(30);
    };
  }

  private Window window(TimeRange range, Optional<Period> step) {
    return new Window(range, interval.orElseGet(() -> byLength(range)), step);
  }

  private Interval byLength(TimeRange range) {
    Duration length = Duration.between(range.start(), range.end());
    if (length.compareTo(FEW_DAYS) <= 0) {
      return Interval.HOURLY;
    }
    if (length.compareTo(A_QUARTER) <= 0) {
      return Interval.DAILY;
    }
    boolean byMonths =
        preset.isPresent()
            && (preset.get() == Preset.LAST_12_MONTHS || preset.get() == Preset.YEAR_TO_DATE);
    if (length.compareTo(A_YEAR) <= 0 && !byMonths) {
      return Interval.WEEKLY;
    }
    return length.compareTo(TEN_YEARS) <= 0 ? Interval.MONTHLY : Interval.YEARLY;
  }
}
