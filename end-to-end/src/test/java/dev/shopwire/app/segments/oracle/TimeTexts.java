package dev.shopwire.app.segments.oracle;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads times as conditions and text fields have them. */
final class TimeTexts {
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final Pattern INSTANT =
      Pattern.compile(
          "(?<date>\\d{4}-\\d{2}-\\d{2})[T ]"
              + "(?<time>\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,6})?)?)"
              + "(?<offset>Z|[+-]\\d{2}:\\d{2})?");
  private static final Pattern SPAN = Pattern.compile("(\\d{1,6})([mhdw])");
  private static final Map<String, Duration> UNITS =
      Map.of(
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofHours(24),
          "w", Duration.ofHours(7 * 24));

  /** The largest offset from UTC that counts. */
  private static final ZoneOffset MAX_OFFSET = ZoneOffset.ofHours(14);

  private TimeTexts() {}

  /** The length of {@code 30d}. */
  static Duration span(String text) {
    Matcher matcher = SPAN.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text);
    }
    return UNITS
        .getOrDefault(matcher.group(2), Duration.ZERO)
        .multipliedBy(Long.parseLong(matcher.group(1)));
  }

  static Optional<LocalDate> date(String text) {
    try {
      return DATE.matcher(text).matches() ? Optional.of(LocalDate.parse(text)) : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** A time of day without an offset is one in UTC. */
  static Optional<Instant> instant(String text) {
    Matcher matcher = INSTANT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    try {
      String offset = matcher.group("offset");
      ZoneOffset zone = offset == null ? ZoneOffset.UTC : ZoneOffset.of(offset);
      boolean isAllowed = Math.abs(zone.getTotalSeconds()) <= MAX_OFFSET.getTotalSeconds();
      return isAllowed
          ? Optional.of(
              LocalDate.parse(matcher.group("date"))
                  .atTime(LocalTime.parse(matcher.group("time")))
                  .toInstant(zone))
          : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** The time that a stored text stands for: an instant, or the start of a day in UTC. */
  static Optional<Instant> stored(String text) {
    return date(text)
        .map(day -> day.atStartOfDay(ZoneOffset.UTC).toInstant())
        .or(() -> instant(text));
  }
}
