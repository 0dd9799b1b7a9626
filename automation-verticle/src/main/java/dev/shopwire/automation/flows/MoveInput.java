package dev.shopwire.automation.flows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.JsonInput;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The body of a request that moves runs to another version.
 *
 * @param map targets of runs by their current step; empty to end them
 * @param keepsWaits whether waits that have begun are not counted anew
 */
record MoveInput(
    int from, int to, Map<String, Optional<String>> map, boolean keepsWaits, boolean isPreview) {
  private static final int MAX_WORD = 20;
  private static final int MAX_STEPS = 100;
  private static final String MAP = "map";

  MoveInput {
    map = Map.copyOf(map);
  }

  /**
   * @throws dev.shopwire.common.failure.Failure 400 or 422 if it is invalid
   */
  static MoveInput read(String body) {
    JsonInput input = JsonInput.strict(body);
    Optional<Integer> from = version(input, "from");
    Optional<Integer> to = version(input, "to");
    if (from.isPresent() && from.equals(to)) {
      input.addError("to", "invalid_value", "must be another version than from");
    }
    String waits = input.optionalString("waits", MAX_WORD).value();
    boolean recomputes = "recompute".equals(waits);
    if (waits != null && !recomputes && !waits.equals("keep")) {
      input.addError("waits", "invalid_value", "must be keep or recompute");
    }
    Boolean preview = input.optionalBoolean("preview").value();
    Map<String, Optional<String>> map = map(input);
    input.throwIfInvalid();
    return new MoveInput(
        from.orElseThrow(), to.orElseThrow(), map, !recomputes, Boolean.TRUE.equals(preview));
  }

  private static Optional<Integer> version(JsonInput input, String name) {
    if (input.value(name).isMissingNode() || input.value(name).isNull()) {
      input.addError(name, "required", "is required: a version of the flow");
    }
    return input.optionalPositiveInt(name, Integer.MAX_VALUE);
  }

  private static Map<String, Optional<String>> map(JsonInput input) {
    JsonNode value = input.value(MAP);
    Map<String, Optional<String>> map = new LinkedHashMap<>();
    if (value.isMissingNode() || value.isNull()) {
      return map;
    }
    if (!value.isObject() || value.size() > MAX_STEPS) {
      input.addError(MAP, "type_mismatch", "must be an object of at most " + MAX_STEPS + " steps");
      return map;
    }
    value
        .properties()
        .forEach(
            member -> {
              if (!member.getValue().isTextual() && !member.getValue().isNull()) {
                input.addError(
                    MAP, "type_mismatch", "must have the ids of steps, or null, as values");
              }
              map.put(member.getKey(), Optional.ofNullable(member.getValue().textValue()));
            });
    return map;
  }
}
