package dev.shopwire.console.pages.customers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.shopwire.common.json.Json;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A condition of the filter of customers, as a form has it.
 *
 * @param value as text; several are separated by commas
 */
record Condition(String field, String operator, String value) {
  /** What JSON takes for a number; its length is limited so that it is cheap to parse. */
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9]\\d{0,200})(\\.\\d{1,200})?([eE][+-]?\\d{1,3})?");

  private static final Set<String> WITHOUT_VALUE =
      Set.of("is_blank", "is_not_blank", "is_true", "is_false");
  private static final Set<String> WITH_LIST = Set.of("in", "not_in");

  /** Whether it is empty. */
  boolean isEmpty() {
    return field.isBlank() && value.isBlank();
  }

  /**
   * The condition as the API takes it.
   *
   * @param type of a custom field, which decides what its values are in JSON
   */
  ObjectNode json(Optional<String> type) {
    ObjectNode condition = Json.MAPPER.createObjectNode();
    condition.put("field", field.strip()).put("operator", operator);
    if (WITHOUT_VALUE.contains(operator)) {
      // The API rejects a value here, unless there is none.
      return value.isBlank() ? condition : condition.put("value", value);
    }
    condition.set("value", WITH_LIST.contains(operator) ? list(type) : single(value, type));
    return condition;
  }

  private JsonNode list(Optional<String> type) {
    Optional<JsonNode> written = value.startsWith("[") ? parse(value) : Optional.empty();
    if (written.filter(JsonNode::isArray).isPresent()) {
      return written.get();
    }
    ArrayNode items = Json.MAPPER.createArrayNode();
    for (String item : value.split(",", -1)) {
      items.add(single(item.strip(), type));
    }
    return items;
  }

  /** The API reports a text where the field has another type. */
  private static JsonNode single(String text, Optional<String> type) {
    String stripped = text.strip();
    return switch (type.orElse("text")) {
      case "number" ->
          NUMBER.matcher(stripped).matches()
              ? DecimalNode.valueOf(new BigDecimal(stripped))
              : TextNode.valueOf(text);
      case "boolean", "json" -> parse(stripped).orElse(TextNode.valueOf(text));
      default -> TextNode.valueOf(text);
    };
  }

  private static Optional<JsonNode> parse(String json) {
    try {
      return Optional.of(Json.MAPPER.readTree(json)).filter(node -> !node.isMissingNode());
    } catch (JsonProcessingException | ArithmeticException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** The condition that a form can show; empty if its JSON has another shape. */
  static Optional<Condition> of(JsonNode json) {
    if (!json.path("field").isTextual() || !json.path("operator").isTextual()) {
      return Optional.empty();
    }
    return Optional.of(
        new Condition(
            json.path("field").asText(), json.path("operator").asText(), text(json.path("value"))));
  }

  private static String text(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    if (value.isArray() && value.valueStream().allMatch(Condition::isPlain)) {
      return value.valueStream().map(JsonNode::asText).collect(Collectors.joining(", "));
    }
    return value.isContainerNode() ? value.toString() : value.asText();
  }

  /** Whether an item can stand between commas. */
  private static boolean isPlain(JsonNode item) {
    String text = item.asText();
    return item.isValueNode()
        && !item.isNull()
        && text.equals(text.strip())
        && !text.contains(",")
        && !text.startsWith("[");
  }
}
