package dev.shopwire.enrichment.search;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.LoneSurrogates;
import dev.shopwire.common.json.StorableText;
import dev.shopwire.common.query.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the parameter {@code filter}, a JSON array of {@code {field, operator, value}}. Each error
 * has a pointer into it, such as {@code /filter/0/operator}. For one query.
 */
final class FilterReader {
  static final String NAME = "filter";
  static final int MAX_LENGTH = 16_384;
  static final int MAX_NAME = 300;
  private static final int MAX_CONDITIONS = 20;

  /**
   * A condition whose field has not been looked up yet.
   *
   * @param pointer to the condition
   */
  record Unresolved(String pointer, String field, Operator operator, JsonNode value) {}

  private final Query query;

  private FilterReader(Query query) {
    this.query = query;
  }

  static List<Unresolved> read(Query query) {
    return query
        .text(NAME, MAX_LENGTH)
        .map(text -> new FilterReader(query).conditions(text))
        .orElse(List.of());
  }

  private List<Unresolved> conditions(String text) {
    List<Unresolved> conditions = new ArrayList<>();
    Optional<JsonNode> array = tree(text).filter(JsonNode::isArray);
    if (array.isEmpty()) {
      query.addError(
          NAME,
          "invalid_filter",
          "must be a JSON array of objects such as"
              + " [{\"field\":\"cf:plan\",\"operator\":\"equals\",\"value\":\"pro\"}]");
    } else if (array.get().size() > MAX_CONDITIONS) {
      query.addError(NAME, "too_many", "must have at most " + MAX_CONDITIONS + " conditions");
    } else {
      for (int i = 0; i < array.get().size(); i++) {
        condition("/" + NAME + "/" + i, array.get().get(i)).ifPresent(conditions::add);
      }
    }
    return conditions;
  }

  /** Replaces lone surrogates with U+0000, which is invalid in any text. */
  private static Optional<JsonNode> tree(String text) {
    try {
      return Optional.of(Json.MAPPER.readTree(LoneSurrogates.replace(text)));
    } catch (JsonProcessingException | ArithmeticException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private Optional<Unresolved> condition(String pointer, JsonNode object) {
    if (!object.isObject()) {
      return error(pointer, "invalid_type", "must be an object, got " + JsonTypes.name(object));
    }
    Optional<String> field = field(pointer + "/field", object.path("field"));
    Optional<Operator> operator = operator(pointer + "/operator", object.path("operator"));
    return field.flatMap(
        name -> operator.map(found -> new Unresolved(pointer, name, found, object.path("value"))));
  }

  private Optional<String> field(String pointer, JsonNode value) {
    if (!value.isTextual() || value.textValue().isBlank()) {
      return error(pointer, "required", "must be the name of a field");
    }
    String name = value.textValue();
    return isName(name)
        ? Optional.of(name)
        : error(pointer, "unknown_field", "is not the name of a field");
  }

  /** Whether {@code name} could be the name of a field, so that it may be shown. */
  static boolean isName(String name) {
    return StorableText.findProblem(name).isEmpty() && StorableText.length(name) <= MAX_NAME;
  }

  private Optional<Operator> operator(String pointer, JsonNode value) {
    Optional<Operator> operator =
        value.isTextual() ? Operator.of(value.textValue()) : Optional.empty();
    return operator.isPresent()
        ? operator
        : error(
            pointer,
            "invalid_operator",
            "must be one of " + String.join(", ", Operator.apiNames()));
  }

  private <T> Optional<T> error(String pointer, String code, String message) {
    query.addError(new ValidationError(pointer, code, pointer + " " + message));
    return Optional.empty();
  }
}
