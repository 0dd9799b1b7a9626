package dev.shopwire.console.pages.affiliates;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Times that people enter in a page's time zone. */
final class LocalTimes {
  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm[:ss]", Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private LocalTimes() {}

  /**
   * The instant as the API takes it; where clocks go back, the earlier of the two. Any other text
   * is left to the API, which takes instants and rejects the rest.
   */
  static String instant(String text, ZoneId zone) {
    try {
      return LocalDateTime.parse(text.strip().replace('T', ' '), FORM)
          .atZone(zone)
          .toInstant()
          .toString();
    } catch (DateTimeParseException e) {
      return text;
    }
  }

  /** The form in which {@link #instant} reads it, to the second. */
  static String text(Instant instant, ZoneId zone) {
    return DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT)
        .format(instant.truncatedTo(ChronoUnit.SECONDS).atZone(zone));
  }
}
