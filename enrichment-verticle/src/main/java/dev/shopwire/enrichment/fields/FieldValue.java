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

  /** Compares numbers by value, so that 1.0 equals 1, and everything else by text. */
  public boolean isSameAs(String stored) {
    return text.equals(stored)
        || (type == FieldType.NUMBER
            && new BigDecimal(text).compareTo(new BigDecimal(stored)) == 0);
  }

  /** The value for Jackson: numbers and JSON are written exactly as they are stored. */
  public static Object json(FieldType type, String text) {
    return switch (type) {
      case TEXT -> text;
      case BOOLEAN -> Boolean.valueOf(text);
      case NUMBER, JSON -> new RawValue(text);
    };
  }
}
