package dev.shopwire.common.json;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** Names the types of JSON values in errors. */
public final class JsonTypes {
  private JsonTypes() {}

  public static String name(@Nullable JsonToken token) {
    return token == null ? "nothing" : nameOf(token);
  }

  public static String name(JsonNode node) {
    return nameOf(node.asToken());
  }

  private static String nameOf(JsonToken token) {
    return switch (token) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      case VALUE_NULL -> "null";
      default -> "something else";
    };
  }
}
