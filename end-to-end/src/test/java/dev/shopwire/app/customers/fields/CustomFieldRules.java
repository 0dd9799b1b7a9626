package dev.shopwire.app.customers.fields;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.shopwire.app.support.PlainJson;
import dev.shopwire.common.json.Json;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rules of docs/api/customers.md for a single field of {@code customFields}. */
final class CustomFieldRules {
  static final String BAD_NAME = "invalid_field_name";

  static final int TEXT_LENGTH = 4_096;
  static final int JSON_BYTES = 16 * 1_024;
  static final int JSON_DEPTH = 16;
  static final int NAME_LENGTH = 100;

  private CustomFieldRules() {}

  /**
   * The type that a first value gives its field.
   *
   * @param value not null
   */
  static String typeOf(Object value) {
    if (value instanceof String) {
      return "text";
    }
    if (value instanceof BigDecimal) {
      return "number";
    }
    return value instanceof Boolean ? "boolean" : "json";
  }

  /** The text of a value: numbers with every digit, objects and arrays as compact JSON. */
  static String text(@Nullable Object value) {
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    return value instanceof String text ? text : PlainJson.write(value);
  }

  /** The value of another type that a text converts to, if it does. */
  static Optional<Object> converted(String text, String type) {
    return switch (type) {
      case "text" -> Optional.of(text);
      case "boolean" ->
          text.equals("true") || text.equals("false")
              ? Optional.of(Boolean.valueOf(text))
              : Optional.empty();
      case "number" ->
          text.matches("-?(0|[1-9]\\d*)([.]\\d+)?([eE][-+]?\\d{1,3})?")
              ? Optional.of(new BigDecimal(text))
              : Optional.empty();
      default -> document(text);
    };
  }

  private static Optional<Object> document(String text) {
    try {
      Object value = PlainJson.plain(Json.MAPPER.readTree(text));
      return Optional.ofNullable(value)
          .filter(read -> read instanceof Map<?, ?> || read instanceof List<?>);
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /**
   * The shop's name or e-mail in a body: empty if it is absent or not an e-mail address; otherwise
   * its text, or an empty value that clears it.
   */
  static Optional<Optional<Object>> profile(String field, Map<String, @Nullable Object> body) {
    if (!body.containsKey(field)) {
      return Optional.empty();
    }
    boolean isEmail = field.equals("email");
    Object sent = body.get(field);
    Object value = isEmail && sent instanceof String text ? text.strip() : sent;
    if (value == null || value.equals("")) {
      return Optional.of(Optional.empty());
    }
    return isEmail && !value.toString().matches("[^@ ]+@[^@ ]+")
        ? Optional.empty()
        : Optional.of(Optional.of(value));
  }

  /** The error code of the field, if it is invalid. */
  static Optional<String> error(String name, @Nullable Object value) {
    if (!isName(name)) {
      return Optional.of(BAD_NAME);
    }
    if (value instanceof String text && text.codePoints().count() > TEXT_LENGTH) {
      return Optional.of("too_long");
    }
    if (depth(value) > JSON_DEPTH) {
      return Optional.of("too_deep");
    }
    if (scalars(value).anyMatch(CustomFieldRules::isUnstorableText)) {
      return Optional.of("invalid_text");
    }
    if (scalars(value).anyMatch(CustomFieldRules::isUnstorableNumber)) {
      return Optional.of("invalid_number");
    }
    return depth(value) > 0 && bytes(value) > JSON_BYTES
        ? Optional.of("too_large")
        : Optional.empty();
  }

  private static boolean isName(String name) {
    return !name.isEmpty()
        && name.length() <= NAME_LENGTH
        && name.chars().allMatch(c -> isLetter(c) || c == '_' || isInner(c))
        && !isInner(name.charAt(0));
  }

  private static boolean isLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isInner(int c) {
    return (c >= '0' && c <= '9') || c == '.' || c == '-';
  }

  /** The number of bytes in compact form. */
  static int bytes(@Nullable Object value) {
    return PlainJson.write(value).getBytes(StandardCharsets.UTF_8).length;
  }

  private static int depth(@Nullable Object value) {
    return children(value)
        .map(children -> 1 + children.mapToInt(CustomFieldRules::depth).max().orElse(0))
        .orElse(0);
  }

  /** Every text, field name, number and boolean within the value, or the value itself. */
  private static Stream<Object> scalars(@Nullable Object value) {
    if (value == null) {
      return Stream.empty();
    }
    Stream<Object> names =
        value instanceof Map<?, ?> fields ? fields.keySet().stream().map(name -> name) : null;
    return Stream.concat(
        names == null ? Stream.empty() : names,
        children(value)
            .map(children -> children.flatMap(CustomFieldRules::scalars))
            .orElseGet(() -> Stream.of(value)));
  }

  private static Optional<Stream<?>> children(@Nullable Object value) {
    if (value instanceof Map<?, ?> fields) {
      return Optional.of(fields.values().stream());
    }
    return value instanceof List<?> items ? Optional.of(items.stream()) : Optional.empty();
  }

  private static boolean isUnstorableText(Object scalar) {
    return scalar instanceof String text
        && text.codePoints().anyMatch(c -> c == 0 || PlainJson.isSurrogate(c));
  }

  private static boolean isUnstorableNumber(Object scalar) {
    return scalar instanceof BigDecimal number
        && (Double.isInfinite(number.doubleValue())
            || (number.signum() != 0 && number.doubleValue() == 0));
  }
}
