package dev.shopwire.common.events;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Numbers;
import dev.shopwire.common.json.StorableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Validates the value of an operator: its type, and whether jsonb can store it. */
final class OperandReader {
  private static final int MAX_VALUES = 100;

  private final PropertyConditionReader.Faults faults;
  private final String location;

  OperandReader(PropertyConditionReader.Faults faults, String location) {
    this.faults = faults;
    this.location = location;
  }

  /**
   * @return the values as JSON texts; empty if they are invalid
   */
  Optional<List<String>> read(PropertyOperator operator, JsonNode value) {
    return switch (operator.operand()) {
      case NONE -> absent(operator, value);
      case VALUE -> single(location, value);
      case LIST -> list(value);
      case NUMBER -> value.isNumber() ? single(location, value) : invalid("must be a number");
      case TEXT -> value.isTextual() ? single(location, value) : invalid("must be a string");
    };
  }

  private Optional<List<String>> absent(PropertyOperator operator, JsonNode value) {
    return value.isMissingNode() || value.isNull()
        ? Optional.of(List.of())
        : invalid("must be absent with " + operator.apiName());
  }

  private Optional<List<String>> list(JsonNode value) {
    if (!value.isArray() || value.isEmpty() || value.size() > MAX_VALUES) {
      return invalid("must be an array of 1 to " + MAX_VALUES + " values");
    }
    List<String> values = new ArrayList<>();
    for (int i = 0; i < value.size(); i++) {
      single(location + "/" + i, value.get(i)).ifPresent(values::addAll);
    }
    return values.size() == value.size() ? Optional.of(values) : Optional.empty();
  }

  private Optional<List<String>> single(String at, JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return faults.add(
          at, "invalid_value", "must be a value; use is_blank to find missing values and null");
    }
    return isStorable(value)
        ? Optional.of(List.of(value.toString()))
        : faults.add(at, "invalid_value", "contains a number or text that properties cannot store");
  }

  private static boolean isStorable(JsonNode value) {
    if (value.isTextual()) {
      return StorableText.findProblem(value.textValue()).isEmpty();
    }
    if (value.isNumber()) {
      return Numbers.isStorable(value.asText());
    }
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      if (StorableText.findProblem(field.getKey()).isPresent()) {
        return false;
      }
    }
    for (JsonNode item : value) {
      if (!isStorable(item)) {
        return false;
      }
    }
    return true;
  }

  private Optional<List<String>> invalid(String message) {
    return faults.add(location, "invalid_value", message);
  }
}
