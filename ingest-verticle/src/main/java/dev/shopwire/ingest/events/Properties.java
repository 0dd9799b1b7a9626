package dev.shopwire.ingest.events;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.json.Numbers;
import dev.shopwire.common.json.Pointers;
import dev.shopwire.common.json.StorableText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Copies an event's free-form properties token by token into compact JSON, keeping every digit, and
 * checks that PostgreSQL can store them and that they are within the limits. Used for one object
 * only.
 */
final class Properties {
  private static final String PATH = "path";

  private final UsageEventLimits limits;
  private final ByteArrayBuilder bytes = new ByteArrayBuilder();
  private int depth;
  private int fields;
  private boolean isPath;
  private @Nullable String path;
  private @Nullable ValidationError error;
  private String pointer = "";

  private Properties(UsageEventLimits limits) {
    this.limits = limits;
  }

  /**
   * @param json compact; empty if there are no properties, or {@code error} explains why they can't
   *     be stored
   * @param path the string property {@code path}, which the previous vendor's clients use for page
   *     views
   */
  record Copied(Optional<String> json, Optional<String> path, Optional<ValidationError> error) {
    static final Copied NOTHING = new Copied(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Reads the object at whose start {@code parser} is positioned, to its end. */
  static Copied copy(JsonParser parser, UsageEventLimits limits) throws IOException {
    return new Properties(limits).copy(parser);
  }

  private Copied copy(JsonParser parser) throws IOException {
    pointer = Pointers.of(parser.getParsingContext());
    try (JsonGenerator out = Json.FACTORY.createGenerator(bytes)) {
      JsonToken token = parser.currentToken();
      while (token != null) {
        token(parser, token, out);
        if (depth == 0) {
          break;
        }
        if (error != null) {
          skipRest(parser);
          break;
        }
        token = parser.nextToken();
      }
    }
    String json = new String(bytes.toByteArray(), StandardCharsets.UTF_8);
    return new Copied(
        error == null ? Optional.of(json) : Optional.empty(),
        Optional.ofNullable(path),
        Optional.ofNullable(error));
  }

  private void token(JsonParser parser, JsonToken token, JsonGenerator out) throws IOException {
    switch (token) {
      case START_OBJECT, START_ARRAY -> {
        depth++;
        check(
            depth <= limits.propertiesDepth(),
            "are nested deeper than " + limits.propertiesDepth());
        out.copyCurrentEvent(parser);
      }
      case END_OBJECT, END_ARRAY -> {
        depth--;
        out.copyCurrentEvent(parser);
        checkSize(out);
      }
      case FIELD_NAME -> {
        field(parser);
        out.copyCurrentEvent(parser);
      }
      case VALUE_STRING -> string(parser, out);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser.getText(), out);
      default -> out.copyCurrentEvent(parser);
    }
  }

  private void field(JsonParser parser) throws IOException {
    String name = parser.currentName();
    if (depth == 1) {
      fields++;
      check(
          fields <= limits.propertiesFields(),
          "have more than " + limits.propertiesFields() + " fields");
      isPath = name.equals(PATH);
      if (isPath) {
        path = null;
      }
    }
    checkText(parser, name, "A field name");
  }

  private void string(JsonParser parser, JsonGenerator out) throws IOException {
    String text = parser.getText();
    checkText(parser, text, "A string");
    if (error == null) {
      out.writeString(text);
      checkSize(out);
    }
    if (depth == 1 && isPath) {
      path = text;
    }
  }

  private void number(String text, JsonGenerator out) throws IOException {
    check(
        Numbers.isStorable(text),
        "contain a number that is out of range for a double or has more than 1,000 characters");
    out.writeNumber(text);
  }

  private void checkText(JsonParser parser, String text, String what) {
    if (error == null) {
      StorableText.findProblem(text)
          .ifPresent(
              problem ->
                  error =
                      new ValidationError(
                          Pointers.of(parser.getParsingContext()),
                          "invalid_text",
                          what + " " + problem));
    }
  }

  private void checkSize(JsonGenerator out) throws IOException {
    if (depth == 0) {
      out.flush();
    }
    check(
        bytes.size() + out.getOutputBuffered() <= limits.propertiesBytes(),
        "are larger than " + limits.propertiesBytes() + " bytes");
  }

  private void check(boolean isValid, String problem) {
    if (!isValid && error == null) {
      error = new ValidationError(pointer, "invalid_properties", "properties " + problem);
    }
  }

  private void skipRest(JsonParser parser) throws IOException {
    while (depth > 0) {
      JsonToken token = parser.nextToken();
      if (token == null) {
        return;
      }
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
    }
  }
}
