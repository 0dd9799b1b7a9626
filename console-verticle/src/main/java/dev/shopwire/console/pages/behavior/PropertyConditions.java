package dev.shopwire.console.pages.behavior;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.FormData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The conditions on properties of events: in a page's address as three fields for each, or as the
 * API's parameter.
 */
record PropertyConditions(List<Condition> all) {
  static final String PARAMETER = "properties";
  static final List<String> OPERATORS =
      List.of(
          "equals",
          "not_equals",
          "in",
          "not_in",
          "is_blank",
          "is_not_blank",
          "is_true",
          "is_false",
          "gt",
          "gte",
          "lt",
          "lte",
          "contains");

  private static final int MAX = 20;
  private static final String FIELD = "(property|operator|value)\\d{1,3}";
  private static final String SCALAR = "-?(0|[1-9]\\d{0,99})(\\.\\d{1,99})?|true|false";
  private static final Set<String> LISTS = Set.of("in", "not_in");
  private static final Set<String> WITHOUT_VALUE =
      Set.of("is_blank", "is_not_blank", "is_true", "is_false");

  /**
   * A condition as it is entered.
   *
   * @param value a number, true, false, JSON, or a text; for lists several, separated by commas
   */
  record Condition(String property, String operator, String value) {
    boolean isEmpty() {
      return property.isBlank() && value.isBlank();
    }

    ObjectNode json() {
      ObjectNode json = Json.MAPPER.createObjectNode();
      json.put("property", property);
      json.put("operator", operator);
      if (!value.isEmpty() || !WITHOUT_VALUE.contains(operator)) {
        json.set("value", operand());
      }
      return json;
    }

    private JsonNode operand() {
      JsonNode single = single(value);
      if (operator.equals("contains")) {
        return single.isTextual() ? single : TextNode.valueOf(value);
      }
      if (!LISTS.contains(operator) || single.isArray()) {
        return single;
      }
      ArrayNode list = Json.MAPPER.createArrayNode();
      Stream.of(value.split(",", -1)).map(String::strip).forEach(each -> list.add(single(each)));
      return list;
    }
  }

  /**
   * The conditions of an address. If its parameter of the API can't be shown as fields, it is left
   * alone, and the API says what is wrong with it.
   */
  static Optional<PropertyConditions> of(FormData query) {
    if (query.values().keySet().stream().noneMatch(name -> name.matches(FIELD))) {
      return query.has(PARAMETER)
          ? parse(query.get(PARAMETER))
          : Optional.of(new PropertyConditions(List.of()));
    }
    List<Condition> conditions = new ArrayList<>();
    for (int i = 1; i <= MAX; i++) {
      String operator = query.get("operator" + i);
      Condition condition =
          new Condition(
              query.get("property" + i).strip(),
              operator.isBlank() ? OPERATORS.get(0) : operator,
              query.get("value" + i).strip());
      if (!condition.isEmpty()) {
        conditions.add(condition);
      }
    }
    return Optional.of(new PropertyConditions(conditions));
  }

  private static Optional<PropertyConditions> parse(String parameter) {
    List<Condition> conditions = new ArrayList<>();
    Optional<JsonNode> array = json(parameter).filter(JsonNode::isArray);
    if (array.isEmpty() || array.get().size() > MAX) {
      return Optional.empty();
    }
    for (JsonNode each : array.get()) {
      Condition condition =
          new Condition(
              each.path("property").asText(""),
              each.path("operator").asText(""),
              entered(each.path("value")));
      if (!OPERATORS.contains(condition.operator()) || condition.isEmpty()) {
        return Optional.empty();
      }
      conditions.add(condition);
    }
    return Optional.of(new PropertyConditions(conditions));
  }

  /** A value of the API as one would enter it. */
  private static String entered(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    boolean isPlain = value.isTextual() && value.equals(single(value.textValue()));
    return isPlain ? value.textValue() : value.toString();
  }

  /** What looks like JSON is JSON; anything else is text. */
  private static JsonNode single(String text) {
    boolean isJson = text.matches(SCALAR) || text.matches("(?s)[\\[{\"].*");
    return (isJson ? json(text) : Optional.<JsonNode>empty())
        .orElseGet(() -> TextNode.valueOf(text));
  }

  private static Optional<JsonNode> json(String text) {
    try {
      return Optional.of(Json.MAPPER.readTree(text));
    } catch (JsonProcessingException | ArithmeticException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** The API's parameter; empty without conditions. */
  Optional<String> parameter() {
    ArrayNode array = Json.MAPPER.createArrayNode();
    all.forEach(condition -> array.add(condition.json()));
    return Optional.of(array).filter(conditions -> !conditions.isEmpty()).map(ArrayNode::toString);
  }

  /** The same address with these conditions as numbered fields. */
  FormData in(FormData query) {
    Map<String, List<String>> values = new LinkedHashMap<>(query.values());
    values.keySet().removeIf(name -> name.equals(PARAMETER) || name.matches(FIELD));
    for (int i = 0; i < all.size(); i++) {
      values.put("property" + (i + 1), List.of(all.get(i).property()));
      values.put("operator" + (i + 1), List.of(all.get(i).operator()));
      values.put("value" + (i + 1), List.of(all.get(i).value()));
    }
    return new FormData(values);
  }

  /**
   * The fields of the conditions, with empty ones for another.
   *
   * @param properties that are suggested
   */
  List<Field> fields(List<String> properties) {
    List<Field> fields = new ArrayList<>();
    for (int i = 1; i <= Math.min(MAX, all.size() + 1); i++) {
      String row = "condition" + i;
      Stream.of(
              Field.text("property" + i, "Property " + i).withSuggestions(properties.stream()),
              Field.select("operator" + i, "Operator " + i, OPERATORS.toArray(String[]::new)),
              Field.text("value" + i, "Value " + i))
          .map(field -> field.inRow(row))
          .forEach(fields::add);
    }
    return fields;
  }
}
