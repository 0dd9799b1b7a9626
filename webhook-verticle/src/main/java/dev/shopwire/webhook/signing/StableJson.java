package dev.shopwire.webhook.signing;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Rewrites JSON as {@code JSON.stringify(JSON.parse(text))} in JavaScript does, so that receivers
 * that verify a signature over JSON they parsed and serialized again see the signed bytes.
 * Thread-safe.
 */
final class StableJson {
  /** Deeper than any stored payload, and no danger to the stack. */
  private static final int MAX_DEPTH = 1_000;

  /** PostgreSQL prints numbers without an exponent, so a short one may become long. */
  private static final int MAX_NUMBER_LENGTH = 1 << 20;

  /** Field names are customer data, so none are interned or cached. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(MAX_NUMBER_LENGTH)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final JsonParser parser;
  private final StringBuilder out;

  private StableJson(JsonParser parser, int length) {
    this.parser = parser;
    this.out = new StringBuilder(length);
  }

  /**
   * The fields of an object in input order, with the JSON of their values; a duplicate name keeps
   * its first position and its last value.
   *
   * @throws UncheckedIOException for anything but a JSON object
   */
  static Map<String, String> fields(String json) {
    Map<String, String> fields = new LinkedHashMap<>();
    try (JsonParser parser = FACTORY.createParser(json)) {
      parser.nextToken();
      StableJson stable = new StableJson(parser, json.length());
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        stable.out.setLength(0);
        stable.value(parser.nextToken());
        fields.put(name, stable.out.toString());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return fields;
  }

  /** The object with {@code fields}, whose values are JSON from this class. */
  static String object(Map<String, String> fields) {
    StringBuilder out = new StringBuilder();
    StableObject object = new StableObject(out);
    fields.forEach(
        (name, value) -> {
          object.field(name);
          out.append(value);
        });
    object.end();
    return out.toString();
  }

  static String text(String text) {
    StringBuilder out = new StringBuilder(text.length() + 2);
    StableText.append(out, text);
    return out.toString();
  }

  private void value(JsonToken token) throws IOException {
    switch (token) {
      case START_OBJECT -> object();
      case START_ARRAY -> array();
      case VALUE_STRING -> {
        int start = parser.getTextOffset();
        StableText.append(out, parser.getTextCharacters(), start, start + parser.getTextLength());
      }
      case VALUE_NUMBER_INT -> StableNumber.append(out, parser.getText(), true);
      case VALUE_NUMBER_FLOAT -> StableNumber.append(out, parser.getText(), false);
      default -> out.append(token.asString());
    }
  }

  private void array() throws IOException {
    char before = '[';
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      out.append(before);
      value(token);
      before = ',';
    }
    out.append(before == '[' ? "[]" : "]");
  }

  private void object() throws IOException {
    StableObject object = new StableObject(out);
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      object.field(name);
      value(parser.nextToken());
    }
    object.end();
  }
}
