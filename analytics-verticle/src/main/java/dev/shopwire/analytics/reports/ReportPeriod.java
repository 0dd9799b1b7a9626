package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.time.Bounds;
import dev.shopwire.analytics.time.Interval;
import dev.shopwire.analytics.time.Preset;
import dev.shopwire.analytics.time.TimeRange;
import dev.shopwire.common.query.Query;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The parameters {@code period}, {@code interval}, {@code startDate}, {@code endDate} and {@code
 * timezone}: which range, in which buckets.
 *
 * @param word {@code period} as it came: a preset range or a bucket
 * @param interval of the buckets, if one was asked for
 */
record ReportPeriod(
    Optional<String> word,
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
   * @param step how far back in the calendar its predecessor lies; empty if that is the range of
   *     the same length just before
   */
  record Window(TimeRange range, Interval interval, Optional<Period> step) {
    Window previous() {
      TimeRange before =
          step.filter(any -> range.isWholeDays()).map(range::earlier).orElseGet(range::before);
      return new Window(before, interval, step);
    }
  }

  static ReportPeriod read(Query query, Instant now) {
    List<String> words = Stream.concat(Interval.words().stream(), Preset.words().stream()).toList();
    Optional<String> word = query.choice("period", words);
    Optional<Preset> preset = word.filter(Preset.words()::contains).map(Preset::of);
    Optional<Interval> bucket = word.filter(Interval.words()::contains).map(Interval::of);
    Optional<Interval> interval = query.choice("interval", Interval.words()).map(Interval::of);
    if (preset.isPresent() && (query.has("startDate") || query.has("endDate"))) {
      query.fault(
          "period",
          "conflicting_range",
          "is a range of its own; send " + preset.get().word() + ", or startDate and endDate");
    }
    if (bucket.isPresent() && interval.isPresent() && !bucket.equals(interval)) {
      query.fault(
          "interval",
          "conflicting_interval",
          "must be "
              + bucket.get().word()
              + " or absent, because period names the bucket here;"
              + " a range such as last_30_days may be sent as period instead");
    }
    return new ReportPeriod(word, preset, bucket.or(() -> interval), Bounds.read(query), now);
  }

  boolean isAllTime() {
    return preset.isPresent() && preset.get() == Preset.ALL_TIME;
  }

  /**
   * @param extent of the events there are, which all time depends on
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
    Instant end = bounds.end().orElseGet(() -> endOfNow(unit));
    Instant start = bounds.start().orElseGet(() -> back(unit, end));
    Instant until = end.isAfter(start) ? end : endOfDay(start);
    boolean open = bounds.start().isEmpty() && bounds.end().isEmpty() && unit != Interval.HOURLY;
    return window(
        new TimeRange(start, until, bounds.zone()),
        open ? Optional.of(length(unit)) : Optional.empty());
  }

  private Instant endOfNow(Interval unit) {
    return unit == Interval.HOURLY
        ? unit.next(unit.floor(now, bounds.zone()), bounds.zone())
        : endOfDay(now);
  }

  private Instant endOfDay(Instant instant) {
    ZoneId zone = bounds.zone();
    return LocalDate.ofInstant(instant, zone).plusDays(1).atStartOfDay(zone).toInstant();
  }

  /** The start of so many buckets, of which the last one holds what is just before {@code end}. */
  private Instant back(Interval unit, Instant end) {
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

  /** How long a range is that nobody gave: so many buckets. */
  private static Period length(Interval unit) {
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
