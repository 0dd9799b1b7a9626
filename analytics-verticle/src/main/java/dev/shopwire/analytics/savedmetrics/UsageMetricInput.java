package dev.shopwire.analytics.savedmetrics;

import dev.shopwire.analytics.reports.Calculation;
import dev.shopwire.analytics.reports.Measure;
import dev.shopwire.common.events.PropertyPath;
import dev.shopwire.common.json.JsonInput;
import java.util.Optional;

/** The input for a new metric. */
record UsageMetricInput(String name, String eventName, Measure measure) {
  private static final int MAX_NAME = 100;
  private static final int MAX_EVENT_NAME = 1_000;
  private static final int MAX_CALCULATION = 100;

  /**
   * @throws dev.shopwire.common.failure.Failure 422 with all validation errors
   */
  static UsageMetricInput read(String body) {
    JsonInput input = JsonInput.strict(body);
    String name = input.requiredString("name", MAX_NAME);
    String eventName = input.requiredString("eventName", MAX_EVENT_NAME);
    Calculation calculation = calculation(input);
    Optional<PropertyPath> over =
        Optional.ofNullable(input.optionalString("overProperty", Measure.MAX_PATH).value())
            .filter(text -> !text.isBlank())
            .map(PropertyPath::of);
    boolean isBlank = input.value("overProperty").asText("").isBlank();
    if (calculation.needsProperty() && over.isEmpty() && isBlank) {
      input.addError(
          "overProperty", Measure.PROPERTY_MISSING, Measure.missingProperty(calculation));
    }
    if (over.isPresent() && !over.get().isComplete()) {
      input.addError("overProperty", Measure.PATH_INVALID, Measure.PATH_FORM);
    }
    input.throwIfInvalid();
    return new UsageMetricInput(name, eventName, new Measure(calculation, over));
  }

  private static Calculation calculation(JsonInput input) {
    if (input.value("calculation").isMissingNode() || input.value("calculation").isNull()) {
      return Calculation.COUNT;
    }
    String name = input.requiredString("calculation", MAX_CALCULATION);
    if (Calculation.apiNames().contains(name)) {
      return Calculation.of(name);
    }
    if (!name.isEmpty()) {
      input.addError(
          "calculation",
          "invalid_calculation",
          "must be one of " + String.join(", ", Calculation.apiNames()));
    }
    return Calculation.COUNT;
  }
}
