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
 * {@code Map}, {@code List} and null. Writes on its own, so that a test can send what a library
 * would refuse to write.
 */
public final class PlainJson {
  private PlainJson() {}

  /** In compact form, with the escapes that JSON needs and no others. */
  public static String write(@Nullable Object value) {
    if (value instanceof String text) {
      return quote(text);
    }
    if (value instanceof Map<?, ?> members) {
      return members.entrySet().stream()
          .map(member -> quote(String.valueOf(member.getKey())) + ":" + write(member.getValue()))
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

  /** Whether a code point of a Java text is half of a pair that has lost the other half. */
  public static boolean isSurrogate(int codePoint) {
    return codePoint >= 0xD800 && codePoint <= 0xDFFF;
  }

  /** What an answer holds, in the form of {@link #comparable}. */
  public static @Nullable Object plain(JsonNode node) {
    if (node.isObject()) {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      node.properties().forEach(member -> members.put(member.getKey(), plain(member.getValue())));
      return members;
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

  /** The same of a value that is not null. */
  public static Object same(Object value) {
    return Objects.requireNonNull(comparable(value));
  }

  /** The same value, with numbers that are equal when they are worth the same. */
  public static @Nullable Object comparable(@Nullable Object value) {
    if (value instanceof BigDecimal number) {
      return number.stripTrailingZeros();
    }
    if (value instanceof List<?> items) {
      List<@Nullable Object> same = new ArrayList<>();
      items.forEach(item -> same.add(comparable(item)));
      return same;
    }
    if (value instanceof Map<?, ?> members) {
      Map<String, @Nullable Object> same = new LinkedHashMap<>();
      members.forEach((name, member) -> same.put(String.valueOf(name), comparable(member)));
      return same;
    }
    return value;
  }
}
