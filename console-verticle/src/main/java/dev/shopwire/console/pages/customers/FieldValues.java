package dev.shopwire.console.pages.customers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.parts.Cell;

/** Shows values of custom fields, each by its type. */
final class FieldValues {
  private FieldValues() {}

  static Cell cell(JsonNode value) {
    if (value.isNumber()) {
      return Cell.data(value);
    }
    if (value.isBoolean()) {
      return new Cell.Word(value.asText());
    }
    return value.isContainerNode() ? Cell.json(value) : Cell.text(value.textValue());
  }
}
