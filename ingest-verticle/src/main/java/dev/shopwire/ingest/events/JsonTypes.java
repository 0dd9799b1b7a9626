package dev.shopwire.ingest.events;

import com.fasterxml.jackson.core.JsonToken;
import org.jspecify.annotations.Nullable;

/** What a JSON value is called in an error. */
final class JsonTypes {
  private JsonTypes() {}

  static String name(@Nullable JsonToken token) {
    if (token == null) {
      return "nothing";
    }
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
