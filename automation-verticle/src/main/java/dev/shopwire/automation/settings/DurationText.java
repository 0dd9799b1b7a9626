package dev.shopwire.automation.settings;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads durations of automation: a whole number of seconds, minutes, hours, days of 24 hours or
 * weeks, such as {@code 90m}.
 */
public final class DurationText {
  public static final Duration MAX = Duration.ofDays(365);

  /** What a validation error says that was expected. */
  public static final String EXPECTED =
      "a whole number and s, m, h, d or w, such as 24h, at most 365d";

  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})([smhdw])");
  private static final int DAYS_OF_WEEK = 7;

  private DurationText() {}

  /** The duration; empty if the text is none, or a longer one than is allowed. */
  public static Optional<Duration> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long count = Long.parseLong(matcher.group(1));
    Duration duration =
        switch (matcher.group(2)) {
          case "s" -> Duration.ofSeconds(count);
          case "m" -> Duration.ofMinutes(count);
          case "h" -> Duration.ofHours(count);
          case "d" -> Duration.ofDays(count);
          default -> Duration.ofDays(count * DAYS_OF_WEEK);
        };
    return duration.compareTo(MAX) <= 0 ? Optional.of(duration) : Optional.empty();
  }
}
