package dev.shopwire.analytics.rollups;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A property's value, as far as it matters for aggregation.
 *
 * @param number null if it is not a JSON number
 * @param group the value as in {@code usage_rollups.group_values}: its type's letter and its text,
 *     so that 1 and "1" differ; null for objects and arrays
 */
record PropertyValue(@Nullable BigDecimal number, @Nullable String group) {
  static final PropertyValue COMPOSITE = new PropertyValue(null, null);

  /** Numbers whose plain text has more digits are not used as groups. */
  private static final int MAX_DIGITS = 1_000;

  /** The scalar at which the parser is; null for JSON null, which counts as missing. */
  static @Nullable PropertyValue scalar(JsonParser parser, JsonToken token) throws IOException {
    return switch (token) {
      case VALUE_STRING -> new PropertyValue(null, "s" + parser.getText());
      case VALUE_TRUE, VALUE_FALSE -> new PropertyValue(null, "b" + parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> ofNumber(parser.getDecimalValue());
      default -> null;
    };
  }

  private static PropertyValue ofNumber(BigDecimal number) {
    boolean nameable =
        Math.abs((long) number.precision() - number.scale()) < MAX_DIGITS
            && Math.abs(number.scale()) < MAX_DIGITS;
    return new PropertyValue(
        number, nameable ? "n" + number.stripTrailingZeros().toPlainString() : null);
  }
}
