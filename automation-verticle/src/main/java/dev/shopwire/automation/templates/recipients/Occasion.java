package dev.shopwire.automation.templates.recipients;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.shopwire.automation.templates.rendering.TemplateValue;
import dev.shopwire.common.events.PropertyPath;
import java.util.Optional;

/**
 * What placeholders need to know of one mail besides its recipient.
 *
 * @param event the properties of the event that caused it; a missing node if none did
 */
public record Occasion(JsonNode event, String unsubscribeUrl, String preferencesUrl) {

  /** The value at a path, which leads through objects alone. */
  Optional<TemplateValue> property(PropertyPath path) {
    JsonNode value = event;
    for (String name : path.names()) {
      value = value.isObject() ? value.path(name) : MissingNode.getInstance();
    }
    return TemplateValue.of(value);
  }
}
