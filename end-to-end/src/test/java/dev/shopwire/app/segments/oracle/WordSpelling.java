package dev.shopwire.app.segments.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes words, names, texts and white space in one of the spellings that texts may have. */
final class WordSpelling {
  private static final String NAME = "[A-Za-z_][A-Za-z0-9_.-]*";
  private static final Set<String> NEVER_TEXTS = Set.of("and", "or", "not", "true", "false");

  private final Dice dice;

  WordSpelling(Dice dice) {
    this.dice = dice;
  }

  String text(String text) {
    boolean mayBeBare = text.matches(NAME) && !NEVER_TEXTS.contains(text.toLowerCase(Locale.ROOT));
    return mayBeBare && dice.oneIn(2) ? text : string(text);
  }

  String name(JsonNode name) {
    return name(name.asText());
  }

  String name(String name) {
    return name.matches(NAME) && !dice.oneIn(4) ? name : string(name);
  }

  String string(String text) {
    StringBuilder string = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                string.append('\\').append((char) c);
              } else if (c < ' ' || dice.oneIn(12)) {
                for (char unit : Character.toChars(c)) {
                  string.append("\\u%04x".formatted((int) unit));
                }
              } else if (c == '/' && dice.oneIn(2)) {
                string.append("\\/");
              } else {
                string.appendCodePoint(c);
              }
            });
    return string.append('"').toString();
  }

  String words(String joined) {
    return joined.equals("starts_with")
        ? word(joined)
        : Stream.of(joined.split("_", -1)).map(this::word).collect(Collectors.joining(space()));
  }

  /** A word of the language, which may be written in any case. */
  String word(String word) {
    return switch (dice.below(6)) {
      case 0 -> word.toUpperCase(Locale.ROOT);
      case 1 -> word.toLowerCase(Locale.ROOT);
      case 2 -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
      default -> word;
    };
  }

  String space() {
    return dice.oneIn(5) ? dice.of("  ", "\t", "\n", "\r\n", " \n\t ") : " ";
  }

  String optionalSpace() {
    return dice.oneIn(3) ? "" : space();
  }
}
