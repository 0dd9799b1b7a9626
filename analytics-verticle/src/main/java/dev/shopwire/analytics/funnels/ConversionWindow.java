package dev.shopwire.analytics.funnels;

import dev.shopwire.common.query.Query;
import java.time.Duration;
import java.util.Optional;

/** Reads the parameter {@code window}: the time that an attempt may take after its first event. */
final class ConversionWindow {
  private static final String NAME = "window";
  private static final Duration DEFAULT = Duration.ofDays(14);
  private static final Duration MAX = Duration.ofDays(365);

  private ConversionWindow() {}

  static Duration read(Query query) {
    return query
        .text(NAME, 20)
        .flatMap(
            text -> {
              Optional<Duration> window = parse(text.strip());
              return window.isPresent()
                  ? window
                  : query.addError(
                      NAME,
                      "invalid_" + NAME,
                      "must be a number of minutes, hours, days or weeks such as 30m, 12h, 7d or"
                          + " 2w, up to 365d");
            })
        .orElse(DEFAULT);
  }

  private static Optional<Duration> parse(String text) {
    if (!text.matches("\\d{1,6}[mhdw]")) {
      return Optional.empty();
    }
    long count = Long.parseLong(text.substring(0, text.length() - 1));
    Duration window =
        switch (text.charAt(text.length() - 1)) {
          case 'm' -> Duration.ofMinutes(count);
          case 'h' -> Duration.ofHours(count);
          case 'd' -> Duration.ofDays(count);
          default -> Duration.ofDays(7 * count);
        };
    return window.isZero() || window.compareTo(MAX) > 0 ? Optional.empty() : Optional.of(window);
  }
}
