package dev.shopwire.automation.settings;

import java.time.LocalTime;
import java.util.Optional;

/** Reads local times: hours and minutes, and perhaps seconds. */
public final class LocalTimeText {
  /** What a validation error says that was expected. */
  public static final String EXPECTED = "a local time such as 22:00 or 22:00:30";

  private static final String FORM = "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?";
  private static final int MAX_LENGTH = 8;

  private LocalTimeText() {}

  /** Empty if the text is none. */
  public static Optional<LocalTime> parse(String text) {
    return text.length() <= MAX_LENGTH && text.matches(FORM)
        ? Optional.of(LocalTime.parse(text))
        : Optional.empty();
  }
}
