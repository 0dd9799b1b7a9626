package dev.shopwire.common.json;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

/**
 * Formats times for responses and webhooks: RFC 3339 in UTC with three fractional digits, or six if
 * the time is not a whole millisecond. Thread-safe.
 */
public final class Times {
  private static final DateTimeFormatter MILLIS = formatter("SSS");
  private static final DateTimeFormatter MICROS = formatter("SSSSSS");
  private static final int MICROS_PER_MILLI = 1_000;

  private Times() {}

  private static DateTimeFormatter formatter(String fraction) {
    return DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss." + fraction + "'Z'", Locale.ROOT)
        .withZone(ZoneOffset.UTC);
  }

  /**
   * @param time in the years 1 to 9999, with an offset or in UTC
   */
  public static String format(TemporalAccessor time) {
    Instant instant = Instant.from(time);
    boolean wholeMillis = instant.get(ChronoField.MICRO_OF_SECOND) % MICROS_PER_MILLI == 0;
    return (wholeMillis ? MILLIS : MICROS).format(instant);
  }

  /**
   * The same with three digits always: what is less than a millisecond is cut off.
   *
   * @param time in the years 1 to 9999, with an offset or in UTC
   */
  public static String millis(TemporalAccessor time) {
    return MILLIS.format(Instant.from(time));
  }
}
