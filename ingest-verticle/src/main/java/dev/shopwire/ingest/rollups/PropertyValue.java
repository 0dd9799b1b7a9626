package dev.shopwire.ingest.rollups;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.shopwire.common.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A property's value as far as it matters for adding up.
 *
 * @param number null for what is no JSON number
 * @param group how the value is written in {@code usage_rollups.group_value}: its type's letter and
 *     its text, so that 1 and "1" are two; null for objects and arrays
 */
record PropertyValue(@Nullable BigDecimal number, @Nullable String group) {
  private static final PropertyValue COMPOSITE = new PropertyValue(null, null);

  /** Beyond this many digits a number's plain text is no name of a group. */
  private static final int MAX_DIGITS = 1_000;

  /**
   * All that {@code properties} hold, by path with dots between the names of nested objects. A
   * member that no path can name (with a dot in its own name) is left out, as is null.
   *
   * @param properties a JSON object as PostgreSQL writes it
   */
  static Map<String, PropertyValue> all(String properties) {
    Map<String, PropertyValue> values = new LinkedHashMap<>();
    try (JsonParser parser = Json.FACTORY.createParser(properties)) {
      parser.nextToken();
      readObject(parser, "", values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return values;
  }

  private static void readObject(
      JsonParser parser, String prefix, Map<String, PropertyValue> values) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken token = parser.nextToken();
      if (name.isEmpty() || name.indexOf('.') >= 0) {
        parser.skipChildren();
      } else {
        readValue(parser, token, prefix + name, values);
      }
    }
  }

  private static void readValue(
      JsonParser parser, JsonToken token, String path, Map<String, PropertyValue> values)
      throws IOException {
    switch (token) {
      case START_OBJECT -> {
        values.put(path, COMPOSITE);
        readObject(parser, path + ".", values);
      }
      case START_ARRAY -> {
        values.put(path, COMPOSITE);
        parser.skipChildren();
      }
      case VALUE_STRING -> values.put(path, new PropertyValue(null, "s" + parser.getText()));
      case VALUE_TRUE, VALUE_FALSE ->
          values.put(path, new PropertyValue(null, "b" + parser.getText()));
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> values.put(path, ofNumber(parser));
      default -> {
        // null: as if it were not there
      }
    }
  }

  private static PropertyValue ofNumber(JsonParser parser) throws IOException {
    BigDecimal number = parser.getDecimalValue();
    boolean nameable =
        Math.abs((long) number.precision() - number.scale()) < MAX_DIGITS
            && Math.abs(number.scale()) < MAX_DIGITS;
    return new PropertyValue(
        number, nameable ? "n" + number.stripTrailingZeros().toPlainString() : null);
  }
}
