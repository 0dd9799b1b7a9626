package dev.shopwire.analytics.filters;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Numbers;
import dev.shopwire.common.json.Text;
import dev.shopwire.common.query.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The value beside an operator: of the right type, and one that jsonb can hold. */
final class Operands {
  private static final int MAX_VALUES = 100;

  private final Query query;
  private final String place;

  Operands(Query query, String place) {
    this.query = query;
    this.place = place;
  }

  /**
   * @return as JSON texts; empty if it is at fault
   */
  Optional<List<String>> read(Operator operator, JsonNode value) {
    return switch (operator.operand()) {
      case NONE -> none(operator, value);
      case VALUE -> one(place, value);
      case LIST -> list(value);
      case NUMBER -> value.isNumber() ? one(place, value) : fault("must be a number");
      case TEXT -> value.isTextual() ? one(place, value) : fault("must be a string");
    };
  }

  private Optional<List<String>> none(Operator operator, JsonNode value) {
    return value.isMissingNode() || value.isNull()
        ? Optional.of(List.of())
        : fault("must be absent with " + operator.word());
  }

  private Optional<List<String>> list(JsonNode value) {
    if (!value.isArray() || value.isEmpty() || value.size() > MAX_VALUES) {
      return fault("must be an array of 1 to " + MAX_VALUES + " values");
    }
    List<String> values = new ArrayList<>();
    for (int i = 0; i < value.size(); i++) {
      one(place + "/" + i, value.get(i)).ifPresent(values::addAll);
    }
    return values.size() == value.size() ? Optional.of(values) : Optional.empty();
  }

  private Optional<List<String>> one(String at, JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return query.fault(
          at, "invalid_value", "must be a value; a missing one or null is found by is_blank");
    }
    return isStorable(value)
        ? Optional.of(List.of(value.toString()))
        : query.fault(
            at, "invalid_value", "holds a number or a text that no event's properties can hold");
  }

  private static boolean isStorable(JsonNode value) {
    if (value.isTextual()) {
      return Text.flaw(value.textValue()).isEmpty();
    }
    if (value.isNumber()) {
      return Numbers.isStorable(value.asText());
    }
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      if (Text.flaw(member.getKey()).isPresent()) {
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

  private Optional<List<String>> fault(String complaint) {
    return query.fault(place, "invalid_value", complaint);
  }
}
