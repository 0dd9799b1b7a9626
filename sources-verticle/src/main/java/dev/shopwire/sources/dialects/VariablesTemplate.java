package dev.shopwire.sources.dialects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The variables of a query: JSON whose texts may contain placeholders. Immutable. */
public final class VariablesTemplate {
  private static final int MAX_TEXT = 10_000;

  private final JsonNode template;

  private VariablesTemplate(JsonNode template) {
    this.template = template;
  }

  /**
   * @param known the names that placeholders may have
   * @throws DialectFault if {@code node} is no object, or has other placeholders
   */
  static VariablesTemplate read(DialectNode node, Set<String> known) {
    node.entries(1_000);
    check(node, known);
    return new VariablesTemplate(node.value());
  }

  private static void check(DialectNode node, Set<String> known) {
    if (node.value().isTextual()) {
      if (node.value().textValue().length() > MAX_TEXT) {
        throw node.fault("must have at most " + MAX_TEXT + " characters");
      }
      TextTemplate.of(node, node.value().textValue(), known);
    } else if (node.value().isObject()) {
      node.entries(1_000).values().forEach(child -> check(child, known));
    } else if (node.value().isArray() && !node.value().isEmpty()) {
      node.items(1_000).forEach(child -> check(child, known));
    }
  }

  /** The variables; a text that is one placeholder becomes its value, whatever type that has. */
  public JsonNode fill(Map<String, JsonNode> values) {
    Map<String, String> texts = new HashMap<>();
    values.forEach((name, value) -> texts.put(name, value.isNull() ? "" : value.asText()));
    return fill(template, values, texts);
  }

  private static JsonNode fill(
      JsonNode node, Map<String, JsonNode> values, Map<String, String> texts) {
    if (node.isTextual()) {
      TextTemplate text =
          TextTemplate.of(new DialectNode("", node), node.textValue(), values.keySet());
      Optional<String> single = text.single();
      return single
          .map(name -> values.getOrDefault(name, JsonNodeFactory.instance.nullNode()))
          .orElseGet(() -> TextNode.valueOf(text.fill(texts)));
    }
    if (node.isObject()) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      node.properties()
          .forEach(entry -> object.set(entry.getKey(), fill(entry.getValue(), values, texts)));
      return object;
    }
    if (node.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      node.forEach(item -> array.add(fill(item, values, texts)));
      return array;
    }
    return node;
  }
}
