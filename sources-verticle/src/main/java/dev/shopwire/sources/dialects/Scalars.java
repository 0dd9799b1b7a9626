package dev.shopwire.sources.dialects;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads texts and numbers of nodes, digit for digit and within bounds. */
final class Scalars {
  private static final int MAX_DIGITS = 40;
  private static final Pattern DECIMAL = Pattern.compile("-?\\d{1,30}(\\.\\d{1,20})?");

  private Scalars() {}

  /** The value as text; empty if it is null, an array or an object. */
  static Optional<String> text(JsonNode value) {
    if (value.isTextual()) {
      return Optional.of(storable(value.textValue()));
    }
    if (value.isNumber()) {
      return decimal(value).map(BigDecimal::toPlainString);
    }
    return value.isBoolean() ? Optional.of(value.asText()) : Optional.empty();
  }

  /** A number, or a text that is one, with up to 30 digits before and 20 after the point. */
  static Optional<BigDecimal> decimal(JsonNode value) {
    if (value.isTextual()) {
      return DECIMAL.matcher(value.textValue()).matches()
          ? Optional.of(new BigDecimal(value.textValue()))
          : Optional.empty();
    }
    if (!value.isNumber()) {
      return Optional.empty();
    }
    BigDecimal number = value.decimalValue();
    // Checked first, because a few bytes of exponent could become gigabytes of digits.
    boolean small = number.precision() <= MAX_DIGITS && Math.abs(number.scale()) <= MAX_DIGITS;
    return small && DECIMAL.matcher(number.toPlainString()).matches()
        ? Optional.of(number.scale() < 0 ? number.setScale(0) : number)
        : Optional.empty();
  }

  /** Without what PostgreSQL can't store: U+0000 and unpaired surrogates. */
  static String storable(String text) {
    if (text.chars().noneMatch(c -> c == 0 || Character.isSurrogate((char) c))) {
      return text;
    }
    StringBuilder kept = new StringBuilder(text.length());
    text.codePoints()
        .filter(c -> c != 0 && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE))
        .forEach(kept::appendCodePoint);
    return kept.toString();
  }
}
