package dev.shopwire.analytics.filters;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.compat.VendorNames;
import dev.shopwire.common.events.PropertyPath;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.LoneSurrogates;
import dev.shopwire.common.json.StorableText;
import dev.shopwire.common.query.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the parameter {@code properties}: a JSON array of {@code {property, operator, value}}. Each
 * validation error names its location, such as {@code properties/0/operator}. For one query.
 */
final class PropertyFilters {
  static final String NAME = "properties";

  private static final int MAX_LENGTH = 16_384;
  private static final int MAX_FILTERS = 20;
  private static final int MAX_PATH_LENGTH = 1_000;

  private final Query query;

  /** The parameter's name as sent. */
  private final String name;

  private PropertyFilters(Query query, String name) {
    this.query = query;
    this.name = name;
  }

  /** The raw parameter under either name; {@link #NAME} takes precedence. */
  static Optional<String> text(Query query) {
    return query.text(nameIn(query), MAX_LENGTH);
  }

  static List<PropertyFilter> read(Query query) {
    String name = nameIn(query);
    return text(query)
        .map(text -> new PropertyFilters(query, name).filters(text))
        .orElse(List.of());
  }

  private static String nameIn(Query query) {
    boolean hasVendorName = !query.has(NAME) && query.has(VendorNames.PROPERTY_FILTERS);
    return hasVendorName ? VendorNames.PROPERTY_FILTERS : NAME;
  }

  private List<PropertyFilter> filters(String text) {
    Optional<JsonNode> array = array(text);
    List<PropertyFilter> filters = new ArrayList<>();
    if (array.isPresent()) {
      for (int i = 0; i < array.get().size(); i++) {
        filter(name + "/" + i, array.get().get(i)).ifPresent(filters::add);
      }
    }
    return filters;
  }

  private Optional<JsonNode> array(String text) {
    Optional<JsonNode> tree = tree(text);
    if (tree.isEmpty() || !tree.get().isArray()) {
      return query.addError(
          name,
          "invalid_" + NAME,
          "must be a JSON array of objects such as"
              + " [{\"property\":\"plan\",\"operator\":\"equals\",\"value\":\"pro\"}]");
    }
    return tree.get().size() > MAX_FILTERS
        ? query.addError(name, "too_many", "must have at most " + MAX_FILTERS + " conditions")
        : tree;
  }

  /** Replaces lone surrogates with U+0000, which is invalid in any text. */
  private static Optional<JsonNode> tree(String text) {
    try {
      return Optional.of(Json.MAPPER.readTree(LoneSurrogates.replace(text)));
    } catch (JsonProcessingException | ArithmeticException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private Optional<PropertyFilter> filter(String location, JsonNode object) {
    if (!object.isObject()) {
      return query.addError(
          location, "invalid_type", "must be an object, got " + JsonTypes.name(object));
    }
    Optional<PropertyPath> property = property(location + "/property", object.path("property"));
    Optional<Operator> operator = operator(location + "/operator", object.path("operator"));
    return operator.flatMap(
        found ->
            new OperandReader(query, location + "/value")
                .read(found, object.path("value"))
                .flatMap(values -> property.map(path -> new PropertyFilter(path, found, values))));
  }

  private Optional<PropertyPath> property(String location, JsonNode value) {
    if (!value.isTextual() || value.textValue().isBlank()) {
      return query.addError(location, "required", "must be a property name");
    }
    String text = value.textValue();
    PropertyPath path = PropertyPath.of(text);
    return StorableText.findProblem(text).isPresent()
            || StorableText.length(text) > MAX_PATH_LENGTH
            || !path.isComplete()
        ? query.addError(
            location, "invalid_property", "must be a property name, or several joined by dots")
        : Optional.of(path);
  }

  private Optional<Operator> operator(String location, JsonNode value) {
    Optional<Operator> operator =
        value.isTextual() ? Operator.of(value.textValue()) : Optional.empty();
    return operator.isPresent()
        ? operator
        : query.addError(
            location,
            "invalid_operator",
            "must be one of " + String.join(", ", Operator.apiNames()));
  }
}
