package dev.shopwire.webhook.sending;

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

/** The Retry-After header (RFC 9110 §10.2.3): seconds, or a date in one of HTTP's three forms. */
final class RetryAfter {
  private static final Duration MOST = Duration.ofHours(1);

  private static final List<DateTimeFormatter> DATES =
      List.of(
          date("EEE, dd MMM yyyy HH:mm:ss 'GMT'"),
          new DateTimeFormatterBuilder()
              .appendPattern("EEEE, dd-MMM-")
              // RFC 9110 §5.6.7 would have a sliding century; this one does until 2069.
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
  static Optional<Duration> of(String header, Instant now) {
    String value = header.trim();
    if (value.matches("\\d{1,18}")) {
      return Optional.of(within(Duration.ofSeconds(Long.parseLong(value))));
    }
    if (value.matches("\\d+")) {
      return Optional.of(MOST);
    }
    for (DateTimeFormatter form : DATES) {
      try {
        Instant at = ZonedDateTime.parse(value, form).toInstant();
        return Optional.of(within(Duration.between(now, at)));
      } catch (DateTimeException e) {
        // falls through to the next form
      }
    }
    return Optional.empty();
  }

  private static Duration within(Duration asked) {
    return asked.isNegative() ? Duration.ZERO : asked.compareTo(MOST) > 0 ? MOST : asked;
  }
}
