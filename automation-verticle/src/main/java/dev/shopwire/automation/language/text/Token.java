package dev.shopwire.automation.language.text;

import dev.shopwire.automation.language.draft.Shown;
import java.util.Locale;

/**
 * A token of a text.
 *
 * @param text as it stands there; of a {@link TokenType#STRING} what it says; of an {@link
 *     TokenType#ERROR} what is wrong
 * @param start in code points
 * @param end in code points, exclusive
 */
record Token(TokenType type, String text, int start, int end) {
  /** Words count in any case. */
  boolean isWord(String word) {
    return type == TokenType.WORD && text.equalsIgnoreCase(word);
  }

  boolean isSymbol(String symbol) {
    return type == TokenType.SYMBOL && text.equals(symbol);
  }

  String lowerCase() {
    return text.toLowerCase(Locale.ROOT);
  }

  /** For messages. */
  String shown() {
    return switch (type) {
      case END -> "the end of the text";
      case STRING -> "\"" + Shown.text(text) + "\"";
      default -> Shown.text(text);
    };
  }
}
