package dev.shopwire.common.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Fault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds texts and member names in JSON that can't be stored, see {@link Text#flaw}. */
public final class JsonTexts {
  private static final int MAX_FAULTS = 50;

  private JsonTexts() {}

  /** Faults of all that {@code node} holds, each with its pointer; the first ones alone. */
  static List<Fault> flaws(JsonNode node) {
    List<Fault> faults = new ArrayList<>(0);
    collect(node, "", faults);
    return faults;
  }

  private static void collect(JsonNode node, String pointer, List<Fault> faults) {
    if (faults.size() >= MAX_FAULTS) {
      return;
    }
    if (node.isTextual()) {
      Text.flaw(node.textValue()).ifPresent(flaw -> faults.add(fault(pointer, "A text", flaw)));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        collect(node.get(i), pointer + "/" + i, faults);
      }
    } else if (node.isObject()) {
      node.properties()
          .forEach(
              member -> {
                String place = Pointers.member(pointer, member.getKey());
                Text.flaw(member.getKey())
                    .ifPresent(flaw -> faults.add(fault(place, "A member's name", flaw)));
                collect(member.getValue(), place, faults);
              });
    }
  }

  private static Fault fault(String pointer, String what, String flaw) {
    return new Fault(pointer, "invalid_text", what + " " + flaw);
  }

  /**
   * Skips the value that {@code parser} stands on, and its member's name if it is one of an object.
   *
   * @return what is wrong with the first text or name that can't be stored
   */
  public static Optional<Fault> skip(JsonParser parser) throws IOException {
    String name = parser.currentName();
    Optional<Fault> fault = name == null ? Optional.empty() : flaw(parser, name, "A member's name");
    int depth = 0;
    JsonToken token = parser.currentToken();
    while (token != null) {
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      if (fault.isEmpty() && token == JsonToken.FIELD_NAME) {
        fault = flaw(parser, parser.currentName(), "A member's name");
      } else if (fault.isEmpty() && token == JsonToken.VALUE_STRING) {
        fault = flaw(parser, parser.getText(), "A text");
      }
      if (depth == 0) {
        break;
      }
      token = parser.nextToken();
    }
    return fault;
  }

  private static Optional<Fault> flaw(JsonParser parser, String text, String what) {
    return Text.flaw(text).map(flaw -> fault(Pointers.of(parser.getParsingContext()), what, flaw));
  }
}
