package dev.shopwire.webhook.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.JsonInput;
import java.time.Duration;

/**
 * Parameters of a secret rotation.
 *
 * @param overlap how long the previous secrets stay valid
 */
record RotationInput(Duration overlap) {
  private static final String HOURS = "overlapHours";
  private static final int DEFAULT_HOURS = 24;
  private static final int MAX_HOURS = 168;

  /**
   * @throws dev.shopwire.common.failure.Failure 400, or 422 with every validation error
   */
  static RotationInput of(String body) {
    JsonInput input = JsonInput.strict(body.isBlank() ? "{}" : body);
    JsonNode value = input.value(HOURS);
    int hours = DEFAULT_HOURS;
    if (!value.isMissingNode() && !value.isNull()) {
      hours = value.isIntegralNumber() && value.canConvertToInt() ? value.intValue() : -1;
      if (hours < 0 || hours > MAX_HOURS) {
        input.addError(HOURS, "invalid_number", "must be a whole number from 0 to " + MAX_HOURS);
      }
    }
    input.throwIfInvalid();
    return new RotationInput(Duration.ofHours(hours));
  }
}
