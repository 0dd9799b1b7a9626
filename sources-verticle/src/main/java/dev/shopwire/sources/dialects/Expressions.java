package dev.shopwire.sources.dialects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads expressions of dialect files. */
final class Expressions {
  private static final int MAX_PATH = 500;
  private static final int MAX_CHOICES = 50;
  private static final int MAX_MAP = 1_000;
  private static final String STEP = "[A-Za-z_][A-Za-z0-9_-]*|\\d{1,9}";
  private static final String PATH = "(?:" + STEP + ")(?:\\.(?:" + STEP + "))*";

  private Expressions() {}

  /**
   * @throws DialectFault if {@code node} is no expression
   */
  static Expression read(DialectNode node) {
    JsonNode value = node.value();
    if (value.isTextual()) {
      return path(node);
    }
    if (value.isArray()) {
      return new Expression.FirstOf(
          node.items(MAX_CHOICES).stream().map(Expressions::read).toList());
    }
    if (!value.isObject()) {
      throw node.fault(
          "must be an expression: a path, a list of expressions, {path, map, else}, {path, negate:"
              + " true} or {value}");
    }
    return object(node);
  }

  /**
   * @throws DialectFault if {@code node} is no path
   */
  static Expression.Path path(DialectNode node) {
    String text = node.text(PATH, "a path: names of members and array indexes, joined by dots");
    if (text.length() > MAX_PATH) {
      throw node.fault("must have at most " + MAX_PATH + " characters");
    }
    return new Expression.Path(List.of(text.split("\\.", -1)));
  }

  private static Expression object(DialectNode node) {
    if (node.value().has("value")) {
      return new Expression.Constant(scalar(node.object(Set.of("value")).required("value")));
    }
    if (node.value().has("negate")) {
      node.object(Set.of("path", "negate"));
      if (!node.required("negate").bool()) {
        throw node.required("negate").fault("must be true");
      }
      return new Expression.Negated(path(node.required("path")));
    }
    node.object(Set.of("path", "map", "else"));
    Map<String, JsonNode> map = new LinkedHashMap<>();
    node.required("map").entries(MAX_MAP).forEach((text, mapped) -> map.put(text, scalar(mapped)));
    Optional<DialectNode> otherwise = node.optional("else");
    return new Expression.Mapped(
        path(node.required("path")),
        map,
        otherwise.map(Expressions::scalar).orElseGet(NullNode::getInstance));
  }

  private static JsonNode scalar(DialectNode node) {
    if (!node.value().isValueNode()) {
      throw node.fault("must be a text, a number, true, false or null");
    }
    return node.value();
  }
}
