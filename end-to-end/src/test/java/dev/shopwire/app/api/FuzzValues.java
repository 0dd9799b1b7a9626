package dev.shopwire.app.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Generates values that are often handled wrongly, and changes JSON at random places. */
final class FuzzValues {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "\u0000",
          "a\u0000b",
          "\ud800",
          "\udc00x",
          "\ufeff",
          "\uffff",
          "😀",
          "é".repeat(300),
          "x".repeat(5_000),
          "9".repeat(400),
          "-1",
          "0",
          "1e400",
          "NaN",
          "null",
          "true",
          "2026-13-45",
          "0000-00-00T00:00:00Z",
          "9999-12-31T23:59:59.999999999+18:00",
          "1969-12-31",
          "99999999999999999999",
          "../../etc/passwd",
          "%00",
          "%",
          "%zz",
          "' or 1=1 --",
          "$1",
          "{}",
          "[]",
          "{\"a\":",
          "[{\"property\":\"a\",\"operator\":\"equals\",\"value\":{}}]",
          "cus_5be193d07ac4f62c",
          "cus_ffffffffffffffff",
          "00000000-0000-0000-0000-000000000000",
          "https://acme.example.com/",
          "acme.platform.example",
          "a.b\\.c..d",
          "\r\nX-Injected: 1",
          "Europe/Zurich",
          "last_30_days",
          "hourly");
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-1",
          "1",
          "1.5",
          "1e308",
          "-1e308",
          "1e-400",
          "99999999999",
          "9223372036854775807",
          "9223372036854775808",
          "123456789012345678901234567890",
          "0.1000000000000000000001");

  private final Random random;

  FuzzValues(Random random) {
    this.random = random;
  }

  String text() {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }

  JsonNode value(int depth) {
    return switch (random.nextInt(depth > 3 ? 5 : 8)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(random.nextBoolean());
      case 2 -> NODES.numberNode(new BigDecimal(NUMBERS.get(random.nextInt(NUMBERS.size()))));
      case 3, 4 -> NODES.textNode(text());
      case 5 -> array(depth);
      case 6 -> deep();
      default -> object(depth);
    };
  }

  private ArrayNode array(int depth) {
    ArrayNode array = NODES.arrayNode();
    for (int i = random.nextInt(4); i > 0; i--) {
      array.add(value(depth + 1));
    }
    return array;
  }

  private ObjectNode object(int depth) {
    ObjectNode object = NODES.objectNode();
    for (int i = random.nextInt(4); i > 0; i--) {
      object.set(text(), value(depth + 1));
    }
    return object;
  }

  private JsonNode deep() {
    JsonNode node = NODES.textNode("deep");
    for (int i = random.nextInt(200); i > 0; i--) {
      node = random.nextBoolean() ? NODES.arrayNode().add(node) : NODES.objectNode().set("a", node);
    }
    return node;
  }

  /** Changes a copy of {@code tree} at up to three places. */
  JsonNode mutate(JsonNode tree) {
    JsonNode changed = tree.deepCopy();
    for (int i = random.nextInt(3); i >= 0; i--) {
      changed = mutateOnce(changed);
    }
    return changed;
  }

  private JsonNode mutateOnce(JsonNode node) {
    boolean replaceNode = random.nextInt(3) == 0;
    if (node instanceof ObjectNode object && !object.isEmpty() && !replaceNode) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      String name = names.get(random.nextInt(names.size()));
      switch (random.nextInt(5)) {
        case 0 -> object.remove(name);
        case 1 -> object.set(text(), value(0));
        default -> object.set(name, mutateOnce(object.get(name)));
      }
      return object;
    }
    if (node instanceof ArrayNode array && !array.isEmpty() && !replaceNode) {
      int index = random.nextInt(array.size());
      array.set(index, mutateOnce(array.get(index)));
      return array;
    }
    return value(0);
  }

  /** Changes some characters of a JSON text, which may make it invalid. */
  String garble(String json) {
    StringBuilder text = new StringBuilder(json);
    for (int i = random.nextInt(3); i >= 0 && !text.isEmpty(); i--) {
      int index = random.nextInt(text.length());
      switch (random.nextInt(4)) {
        case 0 -> text.deleteCharAt(index);
        case 1 -> text.setCharAt(index, "{}[],:\"\\0e-tfn".charAt(random.nextInt(14)));
        case 2 -> text.insert(index, "\\ud800");
        default -> text.setLength(index);
      }
    }
    return text.toString();
  }
}
