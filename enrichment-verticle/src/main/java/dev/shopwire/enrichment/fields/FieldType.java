package dev.shopwire.enrichment.fields;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.JsonInput;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The type of a field's values: inferred from the first one, then fixed (docs/api/customers.md).
 */
public enum FieldType {
  TEXT,
  NUMBER,
  BOOLEAN,
  JSON;

  private static final int TYPE_LENGTH = 20;

  public String apiName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<FieldType> of(String name) {
    return Arrays.stream(values()).filter(type -> type.apiName().equals(name)).findFirst();
  }

  /** Reads the required field {@code type}; errors are recorded in {@code input}. */
  static Optional<FieldType> read(JsonInput input) {
    Optional<FieldType> type = of(input.requiredString("type", TYPE_LENGTH));
    if (type.isEmpty() && input.value("type").isTextual()) {
      input.addError("type", "invalid_type", "must be text, number, boolean or json");
    }
    return type;
  }

  /**
   * @param value not null
   */
  static FieldType inferredFrom(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> TEXT;
      case NUMBER -> NUMBER;
      case BOOLEAN -> BOOLEAN;
      default -> JSON;
    };
  }
}
