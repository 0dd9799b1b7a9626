package dev.shopwire.common.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.ValidationError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds strings and field names in JSON that can't be stored, see {@link StorableText#findProblem}.
 */
public final class JsonStrings {
  private static final int MAX_ERRORS = 50;
  private static final String STRING = "A string";
  private static final String FIELD_NAME = "A field name";

  private JsonStrings() {}

  /** Returns the first faults of {@code node} and everything in it, with their pointers. */
  static List<ValidationError> validate(JsonNode node) {
    List<ValidationError> errors = new ArrayList<>(0);
    collect(node, "", errors);
    return errors;
  }

  private static void collect(JsonNode node, String pointer, List<ValidationError> errors) {
    if (errors.size() >= MAX_ERRORS) {
      return;
    }
    if (node.isTextual()) {
      StorableText.findProblem(node.textValue())
          .ifPresent(problem -> errors.add(error(pointer, STRING, problem)));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        collect(node.get(i), pointer + "/" + i, errors);
      }
    } else if (node.isObject()) {
      node.properties()
          .forEach(
              field -> {
                String location = Pointers.field(pointer, field.getKey());
                StorableText.findProblem(field.getKey())
                    .ifPresent(problem -> errors.add(error(location, FIELD_NAME, problem)));
                collect(field.getValue(), location, errors);
              });
    }
  }

  private static ValidationError error(String pointer, String what, String problem) {
    return new ValidationError(pointer, "invalid_text", what + " " + problem);
  }

  /**
   * Skips the parser's current value, and its field name if it has one.
   *
   * @return a fault for the first string or name that can't be stored
   */
  public static Optional<ValidationError> skip(JsonParser parser) throws IOException {
    String name = parser.currentName();
    Optional<ValidationError> error =
        name == null ? Optional.empty() : check(parser, name, FIELD_NAME);
    int depth = 0;
    JsonToken token = parser.currentToken();
    while (token != null) {
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      if (error.isEmpty() && token == JsonToken.FIELD_NAME) {
        error = check(parser, parser.currentName(), FIELD_NAME);
      } else if (error.isEmpty() && token == JsonToken.VALUE_STRING) {
        error = check(parser, parser.getText(), STRING);
      }
      if (depth == 0) {
        break;
      }
      token = parser.nextToken();
    }
    return error;
  }

  private static Optional<ValidationError> check(JsonParser parser, String text, String what) {
    return StorableText.findProblem(text)
        .map(problem -> error(Pointers.of(parser.getParsingContext()), what, problem));
  }
}
