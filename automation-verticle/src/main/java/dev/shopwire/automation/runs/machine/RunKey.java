package dev.shopwire.automation.runs.machine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.events.PropertyPath;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The text that tells runs of one customer apart, from a property of the event that starts them.
 */
public final class RunKey {
  private RunKey() {}

  /**
   * The value at a path as text: a number with every digit, a list or an object as JSON.
   *
   * @param properties of the event; null if it has none
   * @return empty if there is none, or it is null
   */
  public static Optional<String> of(@Nullable JsonNode properties, PropertyPath path) {
    if (properties == null) {
      return Optional.empty();
    }
    JsonNode value = path.valueIn(properties);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    return Optional.of(
        value.isTextual()
            ? value.textValue()
            : value.isNumber() ? value.decimalValue().toPlainString() : value.toString());
  }
}
