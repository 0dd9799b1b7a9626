package dev.shopwire.common.time;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * Parses the timestamps that callers send (docs/api/README.md): ISO 8601 with or without an offset
 * (none means UTC), or a number of seconds or milliseconds since 1970. Fractions beyond the
 * microsecond are rounded down. Hand-written because java.time's parser alone costs more than the
 * rest of reading an event.
 */
public final class Timestamps {
  private static final long EARLIEST_SECOND =
      Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
  private static final long LATEST_SECOND = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

  /** Smaller numbers are seconds; as milliseconds they would lie before 1973. */
  private static final BigDecimal MILLISECONDS_FROM = BigDecimal.TEN.pow(11);

  private static final int MAX_NUMBER_LENGTH = 40;
  private static final int MAX_EXPONENT = 20;
  private static final int NANOS_PER_MICRO = 1_000;
  private static final int MICROS_PER_SECOND = 1_000_000;

  private Timestamps() {}

  /**
   * Seconds since 1970 below 10^11, else milliseconds; either with a fraction.
   *
   * @param number in JSON syntax
   * @return empty if it is not a number, or outside the years 1 to 9999
   */
  public static Optional<Instant> ofEpoch(String number) {
    if (number.length() > MAX_NUMBER_LENGTH) {
      return Optional.empty();
    }
    try {
      BigDecimal value = new BigDecimal(number);
      if (Math.abs((long) value.precision() - value.scale()) > MAX_EXPONENT) {
        return value.signum() == 0 ? Optional.of(Instant.EPOCH) : Optional.empty();
      }
      boolean isSeconds = value.abs().compareTo(MILLISECONDS_FROM) < 0;
      BigDecimal micros = value.scaleByPowerOfTen(isSeconds ? 6 : 3);
      long whole = micros.setScale(0, RoundingMode.FLOOR).longValueExact();
      long second = Math.floorDiv(whole, MICROS_PER_SECOND);
      return second < EARLIEST_SECOND || second > LATEST_SECOND
          ? Optional.empty()
          : Optional.of(
              Instant.ofEpochSecond(
                  second, (long) Math.floorMod(whole, MICROS_PER_SECOND) * NANOS_PER_MICRO));
    } catch (NumberFormatException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  /**
   * {@code YYYY-MM-DD[(T| )hh:mm[:ss[(.|,)fraction]][Z|±hh[[:]mm]]]}, or the basic form {@code
   * YYYYMMDD[Thhmm[ss[(.|,)fraction]][Z|±hh[[:]mm]]]}, of the years 0001 to 9999. {@code 24:00:00}
   * is the next day's midnight and a 60th second the next minute's first.
   */
  public static Optional<Instant> ofIso(String text) {
    try {
      return Optional.of(new Cursor(text.trim()).instant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static final class Cursor {
    private final String text;
    private int at;

    Cursor(String text) {
      this.text = text;
    }

    Instant instant() {
      int year = digits(4);
      boolean extended = accept('-');
      int month = digits(2);
      separator(extended, '-');
      int day = digits(2);
      if (year == 0) {
        throw error();
      }
      if (at == text.length()) {
        return LocalDateTime.of(year, month, day, 0, 0).toInstant(ZoneOffset.UTC);
      }
      if (!accept('T') && !accept('t') && !(extended && accept(' '))) {
        throw error();
      }
      int hour = digits(2);
      separator(extended, ':');
      int minute = digits(2);
      int second = 0;
      int nanos = 0;
      if (extended ? accept(':') : isDigitNext()) {
        second = digits(2);
        nanos = accept('.') || accept(',') ? fraction() : 0;
      }
      LocalDateTime local = local(year, month, day, hour, minute, second, nanos);
      ZoneOffset offset = offset();
      if (at != text.length()) {
        throw error();
      }
      return local.toInstant(offset);
    }

    private static LocalDateTime local(
        int year, int month, int day, int hour, int minute, int second, int nanos) {
      if (hour == 24 && minute == 0 && second == 0 && nanos == 0) {
        return LocalDateTime.of(year, month, day, 0, 0).plusDays(1);
      }
      return second == 60
          ? LocalDateTime.of(year, month, day, hour, minute, 59, nanos).plusSeconds(1)
          : LocalDateTime.of(year, month, day, hour, minute, second, nanos);
    }

    private void separator(boolean extended, char c) {
      if (extended) {
        expect(c);
      }
    }

    private boolean isDigitNext() {
      return at < text.length() && isDigit(text.charAt(at));
    }

    private ZoneOffset offset() {
      if (at == text.length() || accept('Z') || accept('z')) {
        return ZoneOffset.UTC;
      }
      int sign = accept('+') ? 1 : -1;
      if (sign < 0) {
        expect('-');
      }
      int hours = digits(2);
      boolean colon = accept(':');
      int minutes = colon || at < text.length() ? digits(2) : 0;
      return ZoneOffset.ofHoursMinutes(sign * hours, sign * minutes);
    }

    private int fraction() {
      int start = at;
      int nanos = 0;
      int unit = 100_000_000;
      while (isDigitNext()) {
        nanos += (text.charAt(at++) - '0') * unit;
        unit /= 10;
      }
      if (at == start) {
        throw error();
      }
      return nanos / NANOS_PER_MICRO * NANOS_PER_MICRO;
    }

    private int digits(int count) {
      int value = 0;
      for (int i = 0; i < count; i++, at++) {
        if (!isDigitNext()) {
          throw error();
        }
        value = value * 10 + text.charAt(at) - '0';
      }
      return value;
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }

    private boolean accept(char c) {
      boolean found = at < text.length() && text.charAt(at) == c;
      at += found ? 1 : 0;
      return found;
    }

    private void expect(char c) {
      if (!accept(c)) {
        throw error();
      }
    }

    private static DateTimeException error() {
      return new DateTimeException("not ISO 8601");
    }
  }
}
