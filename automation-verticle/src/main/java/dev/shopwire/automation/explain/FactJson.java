package dev.shopwire.automation.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.common.json.Times;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Writes facts as JSON. */
final class FactJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private FactJson() {}

  static ObjectNode object() {
    return NODES.objectNode();
  }

  static ArrayNode list() {
    return NODES.arrayNode();
  }

  static JsonNode missing() {
    return NODES.nullNode();
  }

  static JsonNode text(@Nullable String text) {
    return text == null ? missing() : NODES.textNode(text);
  }

  /** What is JSON already, such as a number with all its digits. */
  static JsonNode raw(@Nullable String json) {
    return json == null ? missing() : NODES.rawValueNode(new RawValue(json));
  }

  static JsonNode number(long number) {
    return NODES.numberNode(number);
  }

  static JsonNode time(@Nullable OffsetDateTime time) {
    return time == null ? missing() : NODES.textNode(Times.format(time));
  }

  static JsonNode time(Instant time) {
    return time(time.atOffset(ZoneOffset.UTC));
  }

  /** The slug of an app; null for the console. */
  static JsonNode app(Vocabulary vocabulary, @Nullable Long app) {
    return text(app == null ? null : vocabulary.apps().get(app));
  }
}
