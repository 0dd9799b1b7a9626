package dev.shopwire.ingest.events;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * Reads a moment as callers send it (contract §1): ISO 8601 with or without an offset (none means
 * UTC), or epoch milliseconds. Fractions beyond the microsecond are cut off. Written by hand
 * because java.time's parser alone costs more than the rest of reading an event.
 */
public final class Timestamps {
  private static final long EARLIEST_MILLIS = Instant.parse("0001-01-01T00:00:00Z").toEpochMilli();
  private static final long LATEST_MILLIS = Instant.parse("9999-12-31T23:59:59Z").toEpochMilli();
  private static final int NANOS_PER_MICRO = 1_000;

  private Timestamps() {}

  public static Optional<Instant> ofEpochMillis(String digits) {
    try {
      long millis = Long.parseLong(digits);
      return millis < EARLIEST_MILLIS || millis > LATEST_MILLIS
          ? Optional.empty()
          : Optional.of(Instant.ofEpochMilli(millis));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** {@code YYYY-MM-DD[(T| )hh:mm[:ss[(.|,)fraction]][Z|±hh[[:]mm]]]}, years 0001 to 9999. */
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
      expect('-');
      int month = digits(2);
      expect('-');
      int day = digits(2);
      if (year == 0) {
        throw fault();
      }
      if (at == text.length()) {
        return LocalDateTime.of(year, month, day, 0, 0).toInstant(ZoneOffset.UTC);
      }
      if (!accept('T') && !accept('t') && !accept(' ')) {
        throw fault();
      }
      int hour = digits(2);
      expect(':');
      int minute = digits(2);
      int second = 0;
      int nanos = 0;
      if (accept(':')) {
        second = digits(2);
        nanos = accept('.') || accept(',') ? fraction() : 0;
      }
      LocalDateTime local = LocalDateTime.of(year, month, day, hour, minute, second, nanos);
      ZoneOffset offset = offset();
      if (at != text.length()) {
        throw fault();
      }
      return local.toInstant(offset);
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
      while (at < text.length() && isDigit(text.charAt(at))) {
        nanos += (text.charAt(at++) - '0') * unit;
        unit /= 10;
      }
      if (at == start) {
        throw fault();
      }
      return nanos / NANOS_PER_MICRO * NANOS_PER_MICRO;
    }

    private int digits(int count) {
      int value = 0;
      for (int i = 0; i < count; i++, at++) {
        if (at >= text.length() || !isDigit(text.charAt(at))) {
          throw fault();
        }
        value = value * 10 + text.charAt(at) - '0';
      }
      return value;
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }

    private boolean accept(char c) {
      boolean there = at < text.length() && text.charAt(at) == c;
      at += there ? 1 : 0;
      return there;
    }

    private void expect(char c) {
      if (!accept(c)) {
        throw fault();
      }
    }

    private static DateTimeException fault() {
      return new DateTimeException("not ISO 8601");
    }
  }
}
