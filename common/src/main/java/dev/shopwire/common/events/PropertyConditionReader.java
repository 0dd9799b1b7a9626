package dev.shopwire.common.events;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.StorableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads conditions on an event's properties: JSON objects {@code {property, operator, value}}. Each
 * fault names its location, such as {@code properties/0/operator}.
 */
public final class PropertyConditionReader {
  private static final int MAX_CONDITIONS = 20;
  private static final int MAX_PATH_LENGTH = 1_000;

  private final Faults faults;

  public PropertyConditionReader(Faults faults) {
    this.faults = faults;
  }

  /** Collects what is wrong with the conditions. */
  @FunctionalInterface
  public interface Faults {
    void record(String location, String code, String message);

    /** Returns an empty value in place of what is wrong. */
    default <T> Optional<T> add(String location, String code, String message) {
      record(location, code, message);
      return Optional.empty();
    }
  }

  /** The conditions that are valid. */
  public List<PropertyCondition> read(String location, JsonNode array) {
    List<PropertyCondition> conditions = new ArrayList<>();
    if (!array.isArray()) {
      faults.record(
          location,
          "invalid_properties",
          "must be a JSON array of objects such as"
              + " [{\"property\":\"plan\",\"operator\":\"equals\",\"value\":\"pro\"}]");
    } else if (array.size() > MAX_CONDITIONS) {
      faults.record(location, "too_many", "must have at most " + MAX_CONDITIONS + " conditions");
    } else {
      for (int i = 0; i < array.size(); i++) {
        condition(location + "/" + i, array.get(i)).ifPresent(conditions::add);
      }
    }
    return conditions;
  }

  private Optional<PropertyCondition> condition(String location, JsonNode object) {
    if (!object.isObject()) {
      return faults.add(
          location, "invalid_type", "must be an object, got " + JsonTypes.name(object));
    }
    Optional<PropertyPath> property = property(location + "/property", object.path("property"));
    Optional<PropertyOperator> operator = operator(location + "/operator", object.path("operator"));
    return operator.flatMap(
        found ->
            new OperandReader(faults, location + "/value")
                .read(found, object.path("value"))
                .flatMap(
                    values -> property.map(path -> new PropertyCondition(path, found, values))));
  }

  private Optional<PropertyPath> property(String location, JsonNode value) {
    if (!value.isTextual() || value.textValue().isBlank()) {
      return faults.add(location, "required", "must be a property name");
    }
    String text = value.textValue();
    PropertyPath path = PropertyPath.of(text);
    return StorableText.findProblem(text).isPresent()
            || StorableText.length(text) > MAX_PATH_LENGTH
            || !path.isComplete()
        ? faults.add(
            location, "invalid_property", "must be a property name, or several joined by dots")
        : Optional.of(path);
  }

  private Optional<PropertyOperator> operator(String location, JsonNode value) {
    Optional<PropertyOperator> operator =
        value.isTextual() ? PropertyOperator.of(value.textValue()) : Optional.empty();
    return operator.isPresent()
        ? operator
        : faults.add(
            location,
            "invalid_operator",
            "must be one of " + String.join(", ", PropertyOperator.apiNames()));
  }
}
