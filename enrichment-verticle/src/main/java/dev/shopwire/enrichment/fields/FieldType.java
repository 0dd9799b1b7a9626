package dev.shopwire.enrichment.fields;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a field's values are; inferred from the first one, then fixed (spec §2.2). */
public enum FieldType {
  TEXT,
  NUMBER,
  BOOLEAN,
  JSON;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<FieldType> of(String word) {
    return Arrays.stream(values()).filter(type -> type.word().equals(word)).findFirst();
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
