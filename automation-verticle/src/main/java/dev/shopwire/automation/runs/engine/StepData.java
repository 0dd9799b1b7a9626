package dev.shopwire.automation.runs.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.shopwire.automation.templates.InvalidTemplateException;
import dev.shopwire.automation.templates.TextTemplate;
import dev.shopwire.automation.templates.language.Placeholder;
import dev.shopwire.automation.templates.language.TemplatePath;
import dev.shopwire.automation.templates.rendering.Rendering;
import dev.shopwire.automation.templates.rendering.TemplateValue;
import java.util.Optional;
import java.util.function.Function;

/**
 * Fills in the placeholders of a webhook step's data. A text that is one placeholder becomes its
 * value, of any JSON type; elsewhere values are texts, and missing ones are left out.
 */
final class StepData {
  /** Of one text; a message holds what a step has, and an event. */
  private static final int MAX_TEXT = 128 << 10;

  private final Function<TemplatePath, JsonNode> values;

  /**
   * @param values a missing or null node if there is none
   */
  StepData(Function<TemplatePath, JsonNode> values) {
    this.values = values;
  }

  JsonNode fill(JsonNode data) {
    if (data.isTextual()) {
      return text(data.textValue());
    }
    if (data.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      data.forEach(item -> array.add(fill(item)));
      return array;
    }
    if (data.isObject()) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      data.properties().forEach(member -> object.set(member.getKey(), fill(member.getValue())));
      return object;
    }
    return data;
  }

  private JsonNode text(String source) {
    TextTemplate template = parse(source);
    Optional<Placeholder> single = template.single();
    if (single.isPresent()) {
      JsonNode value = values.apply(single.get().path());
      return value.isMissingNode() || value.isNull()
          ? single.get().fallback().<JsonNode>map(TextNode::valueOf).orElse(NullNode.instance)
          : value;
    }
    StringBuilder text = new StringBuilder();
    new Rendering(path -> TemplateValue.of(values.apply(path)), MAX_TEXT)
        .write(template.parts(), text);
    return TextNode.valueOf(text.toString());
  }

  private static TextTemplate parse(String source) {
    try {
      return TextTemplate.parse(source);
    } catch (InvalidTemplateException e) {
      throw new IllegalStateException("A stored text has invalid placeholders", e);
    }
  }
}
