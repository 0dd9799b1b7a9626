package dev.shopwire.enrichment.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.math.BigDecimal;

/**
 * A value of a field.
 *
 * @param text the text itself; a number's digits; {@code true} or {@code false}; compact JSON
 */
public record FieldValue(FieldType type, String text) {

  /**
   * @param value not null, within {@link FieldLimits}
   */
  public static FieldValue of(JsonNode value) {
    FieldType type = FieldType.inferredFrom(value);
    return new FieldValue(type, type == FieldType.JSON ? value.toString() : value.asText());
  }

  boolean isEmptyText() {
    return type == FieldType.TEXT && text.isEmpty();
  }

  /** Numbers by what they are worth, so that 1.0 stays 1; everything else by its text. */
  public boolean isSameAs(String stored) {
    return text.equals(stored)
        || (type == FieldType.NUMBER
            && new BigDecimal(text).compareTo(new BigDecimal(stored)) == 0);
  }

  /** For Jackson: numbers and JSON go out as they are stored, digit by digit. */
  public static Object json(FieldType type, String text) {
    return switch (type) {
      case TEXT -> text;
      case BOOLEAN -> Boolean.valueOf(text);
      case NUMBER, JSON -> new RawValue(text);
    };
  }
}
