package dev.shopwire.automation.language;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.language.draft.DraftNode;
import dev.shopwire.automation.language.draft.Names;
import dev.shopwire.automation.language.json.StoredLabels;
import dev.shopwire.automation.language.lookup.StoredNames;
import dev.shopwire.common.json.Json;
import java.util.Optional;

/**
 * The form in which conditions are stored: JSON as in the API, but fields, apps, segments and
 * affiliates have ids only, and numbers every digit.
 */
public final class StoredCondition {
  private StoredCondition() {}

  public static String write(Condition condition) {
    return json(condition).toString();
  }

  /** The same as a tree. */
  public static ObjectNode json(Condition condition) {
    return ConditionJson.write(condition, new StoredLabels());
  }

  /**
   * @throws IllegalStateException if it was not written by {@link #write}
   */
  public static Condition read(String stored) {
    try {
      return read(Json.MAPPER.readTree(stored));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A stored condition is not JSON", e);
    }
  }

  /**
   * @throws IllegalStateException if it was not made by {@link #json}
   */
  public static Condition read(JsonNode stored) {
    Names names = new StoredNames();
    DraftNode root = new ConditionTreeReader(names.faults()).read(stored, "");
    Optional<Condition> condition = root.resolve(names);
    if (names.faults().isEmpty() && condition.isPresent()) {
      return condition.get();
    }
    throw new IllegalStateException("A stored condition is invalid");
  }
}
