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
 * JSON as JavaScript writes what it has read, {@code JSON.stringify(JSON.parse(text))}, so that
 * receivers who check a signature over what they parsed and printed again see the bytes that were
 * signed. Thread-safe.
 */
final class StableJson {
  /** More than any stored payload nests, and no danger to a stack. */
  private static final int MAX_DEPTH = 1_000;

  /** PostgreSQL prints a number without an exponent, so that a short one may come long. */
  private static final int MAX_NUMBER = 1 << 20;

  /** Names are customers' data: kept for nobody. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(MAX_NUMBER)
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
   * The members of an object in the order in which they come, with the JSON of their values; of a
   * name that comes twice the last value counts, at the first one's place.
   *
   * @throws UncheckedIOException for what is no JSON object
   */
  static Map<String, String> members(String json) {
    Map<String, String> members = new LinkedHashMap<>();
    try (JsonParser parser = FACTORY.createParser(json)) {
      parser.nextToken();
      StableJson stable = new StableJson(parser, json.length());
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        stable.out.setLength(0);
        stable.value(parser.nextToken());
        members.put(name, stable.out.toString());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return members;
  }

  /** The object of {@code members}, whose values are JSON of this class. */
  static String object(Map<String, String> members) {
    StringBuilder out = new StringBuilder();
    StableObject object = new StableObject(out);
    members.forEach(
        (name, value) -> {
          object.member(name);
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
      object.member(name);
      value(parser.nextToken());
    }
    object.end();
  }
}
