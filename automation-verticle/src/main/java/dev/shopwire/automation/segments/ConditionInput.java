package dev.shopwire.automation.segments;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.language.ConditionReader;
import dev.shopwire.automation.language.Draft;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.time.TimeZones;
import java.time.ZoneId;
import java.util.Optional;

/**
 * What a body says of a condition: either its text or its tree, and the time zone of its days.
 *
 * @param isText whether the condition is a text
 * @param draft empty if the body has none, or an invalid one
 * @param zone empty if the body has none
 */
record ConditionInput(boolean isText, Optional<Draft> draft, Optional<ZoneId> zone) {
  static final ZoneId DEFAULT_ZONE = ZoneId.of("UTC");

  private static final String TEXT = "text";
  private static final String CONDITION = "condition";
  private static final String TIMEZONE = "timezone";

  /**
   * @param isRequired whether the body must have a condition
   */
  static ConditionInput read(JsonInput input, BodyFaults faults, boolean isRequired) {
    JsonNode text = input.value(TEXT);
    JsonNode condition = input.value(CONDITION);
    boolean hasText = isPresent(text);
    boolean hasCondition = isPresent(condition);
    Optional<Draft> draft = Optional.empty();
    if ((hasText && hasCondition) || (isRequired && !hasText && !hasCondition)) {
      faults.add("", "one_of", "Exactly one of text and condition must be given");
    } else if (hasText && !text.isTextual()) {
      input.addError(TEXT, "invalid_type", "must be a string, got " + JsonTypes.name(text));
    } else if (hasText) {
      draft = faults.read(() -> ConditionReader.ofText(text.textValue()));
    } else if (hasCondition) {
      draft = faults.read(() -> ConditionReader.ofJson(condition));
    }
    return new ConditionInput(hasText, draft, zone(input));
  }

  private static boolean isPresent(JsonNode value) {
    return !value.isMissingNode() && !value.isNull();
  }

  private static Optional<ZoneId> zone(JsonInput input) {
    JsonNode given = input.value(TIMEZONE);
    if (!isPresent(given)) {
      return Optional.empty();
    }
    Optional<ZoneId> zone =
        given.isTextual() ? TimeZones.find(given.textValue()) : Optional.empty();
    if (zone.isEmpty()) {
      input.addError(TIMEZONE, "invalid_timezone", TimeZones.EXPECTED);
    }
    return zone;
  }

  /** The given zone, else UTC. */
  ZoneId zoneOrDefault() {
    return zone.orElse(DEFAULT_ZONE);
  }
}
