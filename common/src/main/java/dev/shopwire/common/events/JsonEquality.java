package dev.shopwire.common.events;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import java.util.Map;

/**
 * Compares JSON values as PostgreSQL compares jsonb: numbers by their worth, objects whatever the
 * order of their members (https://www.postgresql.org/docs/current/datatype-json.html).
 */
final class JsonEquality {
  private JsonEquality() {}

  static JsonNode parse(String json) {
    try {
      return Json.MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A value of a condition is not JSON", e);
    }
  }

  static boolean areEqual(JsonNode one, JsonNode other) {
    if (one.isNumber() && other.isNumber()) {
      return one.decimalValue().compareTo(other.decimalValue()) == 0;
    }
    if (one.getNodeType() != other.getNodeType() || one.size() != other.size()) {
      return false;
    }
    if (one.isObject()) {
      return one.properties().stream().allMatch(member -> hasMember(other, member));
    }
    if (one.isArray()) {
      for (int i = 0; i < one.size(); i++) {
        if (!areEqual(one.get(i), other.get(i))) {
          return false;
        }
      }
      return true;
    }
    return one.equals(other);
  }

  private static boolean hasMember(JsonNode object, Map.Entry<String, JsonNode> member) {
    JsonNode value = object.get(member.getKey());
    return value != null && areEqual(member.getValue(), value);
  }

  /** Whether an array has the value as an element. */
  static boolean contains(JsonNode array, JsonNode value) {
    for (JsonNode element : array) {
      if (areEqual(element, value)) {
        return true;
      }
    }
    return false;
  }
}
