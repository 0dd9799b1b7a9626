package dev.shopwire.common.query;

import java.util.Optional;

/** Parses ids that clients get and send as decimal digits. */
public final class NumericId {
  /** Any number of so many digits is a long. */
  private static final String FORM = "[0-9]{1,18}";

  private NumericId() {}

  /** Empty if {@code text} is not such an id. */
  public static Optional<Long> parse(String text) {
    return text.matches(FORM) ? Optional.of(Long.valueOf(text)) : Optional.empty();
  }
}
