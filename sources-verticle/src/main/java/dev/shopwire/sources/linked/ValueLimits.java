package dev.shopwire.sources.linked;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.config.SharedSettings;

/**
 * Limits of values, which are those of pushes (docs/api/customers.md).
 *
 * @param textLength of a text, in characters
 * @param jsonBytes of an object or array in compact form, in UTF-8
 * @param jsonDepth of nested objects and arrays, the outermost being 1
 * @param customerBytes of all values of a customer together, in UTF-8
 */
public record ValueLimits(int textLength, int jsonBytes, int jsonDepth, int customerBytes) {
  /** Numbers with more characters can't be stored. */
  private static final int NUMBER_LENGTH = 1_000;

  /** JSON may have white space that isn't stored. */
  private static final int JSON_SPACE = 4;

  public static ValueLimits of(Settings settings) {
    return new ValueLimits(
        SharedSettings.fieldTextLength(settings),
        SharedSettings.fieldJsonBytes(settings),
        SharedSettings.fieldJsonDepth(settings),
        SharedSettings.fieldCustomerBytes(settings));
  }

  /** At how many characters the source cuts values: one more than what can be stored. */
  int cut(ValueType type) {
    return switch (type) {
      case TEXT -> textLength + 1;
      case NUMBER, BOOLEAN -> NUMBER_LENGTH + 1;
      case JSON -> JSON_SPACE * jsonBytes + 1;
    };
  }
}
