package dev.shopwire.common.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Parses Retry-After (RFC 9110 §10.2.3): seconds, or a date in one of HTTP's three formats. */
public final class RetryAfter {
  private static final Duration MAX = Duration.ofHours(1);

  private static final List<DateTimeFormatter> DATES =
      List.of(
          date("EEE, dd MMM yyyy HH:mm:ss 'GMT'"),
          new DateTimeFormatterBuilder()
              .appendPattern("EEEE, dd-MMM-")
              // RFC 9110 §5.6.7 asks for a sliding century; a fixed one works until 2069.
              .appendValueReduced(ChronoField.YEAR, 2, 2, 1970)
              .appendPattern(" HH:mm:ss 'GMT'")
              .toFormatter(Locale.ENGLISH)
              .withZone(ZoneOffset.UTC),
          date("EEE MMM ppd HH:mm:ss yyyy"));

  private RetryAfter() {}

  private static DateTimeFormatter date(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).withZone(ZoneOffset.UTC);
  }

  /** From zero to an hour; empty if {@code header} is neither seconds nor a date. */
  public static Optional<Duration> of(String header, Instant now) {
    String value = header.trim();
    if (value.matches("\\d{1,18}")) {
      return Optional.of(clamp(Duration.ofSeconds(Long.parseLong(value))));
    }
    if (value.matches("\\d+")) {
      return Optional.of(MAX);
    }
    for (DateTimeFormatter format : DATES) {
      try {
        Instant at = ZonedDateTime.parse(value, format).toInstant();
        return Optional.of(clamp(Duration.between(now, at)));
      } catch (DateTimeException e) {
        // falls through to the next format
      }
    }
    return Optional.empty();
  }

  private static Duration clamp(Duration pause) {
    return pause.isNegative() ? Duration.ZERO : pause.compareTo(MAX) > 0 ? MAX : pause;
  }
}
