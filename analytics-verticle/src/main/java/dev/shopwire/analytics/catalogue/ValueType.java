package dev.shopwire.analytics.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/** The types of values in the catalogue; their names in the API are in lower case. */
enum ValueType {
  TEXT,
  NUMBER,
  BOOLEAN,
  /** An array or an empty object: conditions and reports don't go into them. */
  JSON,
  NULL;

  static ValueType of(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> TEXT;
      case NUMBER -> NUMBER;
      case BOOLEAN -> BOOLEAN;
      case NULL -> NULL;
      default -> JSON;
    };
  }

  String apiName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
