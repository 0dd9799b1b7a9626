package dev.shopwire.analytics.time;

import dev.shopwire.common.time.TimeRange;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A named range (docs/api/reads.md) in the local days of a zone, which ends with today. {@link
 * #ALL_TIME} depends on the events.
 */
public enum Preset {
  LAST_7_DAYS(Period.ofDays(7)),
  LAST_30_DAYS(Period.ofDays(30)),
  LAST_90_DAYS(Period.ofDays(90)),
  LAST_12_MONTHS(Period.ofMonths(12)),
  YEAR_TO_DATE(Period.ofYears(1)),
  ALL_TIME(Period.ZERO);

  private final Period step;

  Preset(Period step) {
    this.step = step;
  }

  public static List<String> apiNames() {
    return Arrays.stream(values()).map(Preset::apiName).toList();
  }

  public static Preset of(String apiName) {
    return valueOf(apiName.toUpperCase(Locale.ROOT));
  }

  public String apiName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** How far back the range for comparison lies. */
  public Period step() {
    return step;
  }

  /** The range as of {@code now}; for {@link #ALL_TIME} only today, see {@link #allTime}. */
  public TimeRange range(Instant now, ZoneId zone) {
    LocalDate today = LocalDate.ofInstant(now, zone);
    LocalDate start =
        switch (this) {
          case LAST_7_DAYS, LAST_30_DAYS, LAST_90_DAYS -> today.minus(step).plusDays(1);
          case LAST_12_MONTHS -> today.withDayOfMonth(1).minusMonths(11);
          case YEAR_TO_DATE -> today.withDayOfYear(1);
          case ALL_TIME -> today;
        };
    return TimeRange.ofDays(start, today, zone);
  }

  /** From the day of the first event to today, or to the day of the last event if that is later. */
  public static TimeRange allTime(Instant first, Instant last, Instant now, ZoneId zone) {
    LocalDate start = LocalDate.ofInstant(first.isBefore(now) ? first : now, zone);
    LocalDate end = LocalDate.ofInstant(last.isAfter(now) ? last : now, zone);
    return TimeRange.ofDays(start, end, zone);
  }
}
