package dev.shopwire.common.json;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

/**
 * Moments as answers and webhooks tell them: RFC 3339 in UTC with three digits of a second's
 * fraction, six where a microsecond is to be told. Thread-safe.
 */
public final class Times {
  private static final DateTimeFormatter MILLIS = form("SSS");
  private static final DateTimeFormatter MICROS = form("SSSSSS");
  private static final int MICROS_PER_MILLI = 1_000;

  private Times() {}

  private static DateTimeFormatter form(String fraction) {
    return DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss." + fraction + "'Z'", Locale.ROOT)
        .withZone(ZoneOffset.UTC);
  }

  /**
   * @param moment of a year from 1 to 9999, with an offset or in UTC
   */
  public static String text(TemporalAccessor moment) {
    Instant instant = Instant.from(moment);
    boolean whole = instant.get(ChronoField.MICRO_OF_SECOND) % MICROS_PER_MILLI == 0;
    return (whole ? MILLIS : MICROS).format(instant);
  }
}
