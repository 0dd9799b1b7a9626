package dev.shopwire.common.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.ValidationError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds strings and field names in JSON that can't be stored, see {@link StorableText#flaw}. */
public final class JsonStrings {
  private static final int MAX_FAULTS = 50;
  private static final String STRING = "A string";
  private static final String FIELD_NAME = "A field name";

  private JsonStrings() {}

  /** Returns the first faults of {@code node} and everything in it, with their pointers. */
  static List<ValidationError> flaws(JsonNode node) {
    List<ValidationError> faults = new ArrayList<>(0);
    collect(node, "", faults);
    return faults;
  }

  private static void collect(JsonNode node, String pointer, List<ValidationError> faults) {
    if (faults.size() >= MAX_FAULTS) {
      return;
    }
    if (node.isTextual()) {
      StorableText.flaw(node.textValue())
          .ifPresent(flaw -> faults.add(fault(pointer, STRING, flaw)));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        collect(node.get(i), pointer + "/" + i, faults);
      }
    } else if (node.isObject()) {
      node.properties()
          .forEach(
              field -> {
                String location = Pointers.member(pointer, field.getKey());
                StorableText.flaw(field.getKey())
                    .ifPresent(flaw -> faults.add(fault(location, FIELD_NAME, flaw)));
                collect(field.getValue(), location, faults);
              });
    }
  }

  private static ValidationError fault(String pointer, String what, String flaw) {
    return new ValidationError(pointer, "invalid_text", what + " " + flaw);
  }

  /**
   * Skips the parser's current value, and its field name if it has one.
   *
   * @return a fault for the first string or name that can't be stored
   */
  public static Optional<ValidationError> skip(JsonParser parser) throws IOException {
    String name = parser.currentName();
    Optional<ValidationError> fault =
        name == null ? Optional.empty() : flaw(parser, name, FIELD_NAME);
    int depth = 0;
    JsonToken token = parser.currentToken();
    while (token != null) {
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      if (fault.isEmpty() && token == JsonToken.FIELD_NAME) {
        fault = flaw(parser, parser.currentName(), FIELD_NAME);
      } else if (fault.isEmpty() && token == JsonToken.VALUE_STRING) {
        fault = flaw(parser, parser.getText(), STRING);
      }
      if (depth == 0) {
        break;
      }
      token = parser.nextToken();
    }
    return fault;
  }

  private static Optional<ValidationError> flaw(JsonParser parser, String text, String what) {
    return StorableText.flaw(text)
        .map(flaw -> fault(Pointers.of(parser.getParsingContext()), what, flaw));
  }
}
