package dev.shopwire.app.support;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Converts between JSON text and plain values: {@code String}, {@code BigDecimal}, {@code Boolean},
 * {@code Map}, {@code List} and null. Has its own writer, so that tests can send what a library
 * refuses to write.
 */
public final class PlainJson {
  private PlainJson() {}

  /** Writes compact JSON with only the required escapes. */
  public static String write(@Nullable Object value) {
    if (value instanceof String text) {
      return quote(text);
    }
    if (value instanceof Map<?, ?> fields) {
      return fields.entrySet().stream()
          .map(field -> quote(String.valueOf(field.getKey())) + ":" + write(field.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (value instanceof List<?> items) {
      return items.stream().map(PlainJson::write).collect(Collectors.joining(",", "[", "]"));
    }
    return String.valueOf(value);
  }

  private static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
              } else if (c < ' ' || isSurrogate(c)) {
                quoted.append("\\u%04x".formatted(c));
              } else {
                quoted.appendCodePoint(c);
              }
            });
    return quoted.append('"').toString();
  }

  /** Whether a code point of a Java string is an unpaired surrogate. */
  public static boolean isSurrogate(int codePoint) {
    return codePoint >= 0xD800 && codePoint <= 0xDFFF;
  }

  /** Converts parsed JSON to plain values, in the form of {@link #comparable}. */
  public static @Nullable Object plain(JsonNode node) {
    if (node.isObject()) {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      node.properties().forEach(field -> fields.put(field.getKey(), plain(field.getValue())));
      return fields;
    }
    if (node.isArray()) {
      List<@Nullable Object> items = new ArrayList<>();
      node.forEach(item -> items.add(plain(item)));
      return items;
    }
    if (node.isNumber()) {
      return node.decimalValue().stripTrailingZeros();
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    return node.isNull() ? null : node.asText();
  }

  /** {@link #comparable} for a value that is not null. */
  public static Object comparableNonNull(Object value) {
    return Objects.requireNonNull(comparable(value));
  }

  /** The same value with normalized numbers, so that equal numbers are {@code equals}. */
  public static @Nullable Object comparable(@Nullable Object value) {
    if (value instanceof BigDecimal number) {
      return number.stripTrailingZeros();
    }
    if (value instanceof List<?> items) {
      List<@Nullable Object> normalized = new ArrayList<>();
      items.forEach(item -> normalized.add(comparable(item)));
      return normalized;
    }
    if (value instanceof Map<?, ?> fields) {
      Map<String, @Nullable Object> normalized = new LinkedHashMap<>();
      fields.forEach((name, field) -> normalized.put(String.valueOf(name), comparable(field)));
      return normalized;
    }
    return value;
  }
}
