package dev.shopwire.sources.dialects;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.shopwire.common.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ExpressionTest {
  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final List<String> TEXTS = List.of("x", "y", "-1.50", "2");

  private static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String apply(String expression, String node) {
    return Expressions.read(new DialectNode("", json(expression))).apply(json(node)).toString();
  }

  @Test
  void formsOfExpressions() {
    assertEquals("1", apply("'a.b'", "{'a':{'b':1}}"));
    assertEquals("null", apply("'a.c'", "{'a':{'b':1}}"));
    assertEquals("3", apply("'a.1'", "{'a':[2,3]}"));
    assertEquals("null", apply("'a.b'", "{'a':[2,3]}"));
    assertEquals("2", apply("['a','b']", "{'b':2}"));
    assertEquals("\"m\"", apply("{'path':'a','map':{'30':'m'}}", "{'a':30}"));
    assertEquals("null", apply("{'path':'a','map':{'30':'m'}}", "{'a':31}"));
    assertEquals("\"o\"", apply("{'path':'a','map':{'30':'m'},'else':'o'}", "{'a':31}"));
    assertEquals("null", apply("{'path':'a','map':{'30':'m'},'else':'o'}", "{}"));
    assertEquals("-1.50", apply("{'path':'a','negate':true}", "{'a':'1.50'}"));
    assertEquals("1.50", apply("{'path':'a','negate':true}", "{'a':-1.50}"));
    assertEquals("\"v\"", apply("{'value':'v'}", "{}"));
  }

  /** Random expressions over random nodes, against a model on maps and lists. */
  @RepeatedTest(200)
  void randomExpressionsEqualTheModel(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    Object node = value(random, 0);
    JsonNode expression = expression(random, 0);
    JsonNode expected = tree(model(expression, node));
    JsonNode actual = Expressions.read(new DialectNode("", expression)).apply(tree(node));
    assertEquals(expected.toString(), actual.toString(), () -> expression + " of " + tree(node));
  }

  private static @Nullable Object value(Random random, int depth) {
    return switch (random.nextInt(depth > 3 ? 2 : 5)) {
      case 0 -> null;
      case 1 -> TEXTS.get(random.nextInt(TEXTS.size()));
      case 2 -> {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
          list.add(value(random, depth + 1));
        }
        yield list;
      }
      default -> {
        Map<String, Object> map = new LinkedHashMap<>();
        NAMES.forEach(name -> map.put(name, value(random, depth + 1)));
        yield map;
      }
    };
  }

  private static String path(Random random) {
    StringBuilder path = new StringBuilder(NAMES.get(random.nextInt(NAMES.size())));
    for (int i = random.nextInt(3); i > 0; i--) {
      path.append('.').append(random.nextInt(4) == 0 ? "1" : NAMES.get(random.nextInt(3)));
    }
    return path.toString();
  }

  private static JsonNode expression(Random random, int depth) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    switch (random.nextInt(depth > 2 ? 4 : 5)) {
      case 0 -> object.put("value", TEXTS.get(random.nextInt(TEXTS.size())));
      case 1 -> object.put("path", path(random)).put("negate", true);
      case 2 -> {
        object.put("path", path(random));
        object.set("map", JsonNodeFactory.instance.objectNode().put("x", "mapped").put("2", "two"));
        if (random.nextBoolean()) {
          object.put("else", "other");
        }
      }
      case 3 -> {
        return TextNode.valueOf(path(random));
      }
      default -> {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
          list.add(expression(random, depth + 1));
        }
        return list;
      }
    }
    return object;
  }

  private static @Nullable Object model(JsonNode expression, @Nullable Object node) {
    if (expression.isTextual()) {
      return follow(expression.asText(), node);
    }
    if (expression.isArray()) {
      for (JsonNode choice : expression) {
        Object value = model(choice, node);
        if (value != null) {
          return value;
        }
      }
      return null;
    }
    if (expression.has("value")) {
      return expression.path("value").asText();
    }
    Object value = follow(expression.path("path").asText(), node);
    if (expression.has("negate")) {
      if ("-1.50".equals(value)) {
        return new java.math.BigDecimal("1.50");
      }
      return "2".equals(value) ? new java.math.BigDecimal("-2") : value;
    }
    if (!(value instanceof String text)) {
      return null;
    }
    return switch (text) {
      case "x" -> "mapped";
      case "2" -> "two";
      default -> expression.has("else") ? "other" : null;
    };
  }

  private static @Nullable Object follow(String path, @Nullable Object node) {
    Object found = node;
    for (String step : path.split("\\.", -1)) {
      if (found instanceof Map<?, ?> map) {
        found = map.get(step);
      } else if (found instanceof List<?> list && step.equals("1") && list.size() > 1) {
        found = list.get(1);
      } else {
        found = null;
      }
    }
    return found;
  }

  private static JsonNode tree(@Nullable Object value) {
    return Json.MAPPER.valueToTree(value);
  }
}
