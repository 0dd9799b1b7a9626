package dev.shopwire.automation.language.text;

import java.util.Optional;

/**
 * A JSON string literal in a text.
 *
 * @param value what it says; nothing if it is malformed
 * @param end of the literal, exclusive, in code points
 * @param problem why it is malformed, if it is
 */
record StringLiteral(String value, int end, Optional<String> problem) {
  private static final int UNICODE_DIGITS = 4;
  private static final String ESCAPED = "\"\\/bfnrt";
  private static final String UNESCAPED = "\"\\/\b\f\n\r\t";

  /**
   * Reads the literal whose opening quote is at {@code start}. A malformed one ends at the next
   * quote, or at the end of the text.
   */
  static StringLiteral at(int[] text, int start) {
    StringBuilder value = new StringBuilder();
    Optional<String> problem = Optional.empty();
    int at = start + 1;
    while (at < text.length && text[at] != '"') {
      int c = text[at];
      int length = c == '\\' ? escape(text, at, value) : 1;
      if (c == '\\' && length == 0) {
        problem = first(problem, "a string with an invalid escape");
        length = Math.min(2, text.length - at);
      } else if (c < ' ') {
        problem = first(problem, "a string with a control character that is not escaped");
      } else if (c != '\\') {
        value.appendCodePoint(c);
      }
      at += length;
    }
    if (at >= text.length) {
      return new StringLiteral("", text.length, Optional.of("a string without a closing quote"));
    }
    return new StringLiteral(problem.isPresent() ? "" : value.toString(), at + 1, problem);
  }

  private static Optional<String> first(Optional<String> problem, String next) {
    return problem.isPresent() ? problem : Optional.of(next);
  }

  /**
   * Adds what the escape at {@code at} stands for.
   *
   * @return its length; 0 if it is invalid
   */
  private static int escape(int[] text, int at, StringBuilder value) {
    if (at + 1 >= text.length) {
      return 0;
    }
    int c = text[at + 1];
    if (c == 'u') {
      return unicode(text, at + 2, value) ? 2 + UNICODE_DIGITS : 0;
    }
    int index = ESCAPED.indexOf(c);
    if (index < 0) {
      return 0;
    }
    value.append(UNESCAPED.charAt(index));
    return 2;
  }

  private static boolean unicode(int[] text, int at, StringBuilder value) {
    if (at + UNICODE_DIGITS > text.length) {
      return false;
    }
    int unit = 0;
    for (int i = at; i < at + UNICODE_DIGITS; i++) {
      // Other scripts have digits too.
      int digit = text[i] < 0x80 ? Character.digit(text[i], 16) : -1;
      if (digit < 0) {
        return false;
      }
      unit = unit * 16 + digit;
    }
    value.append((char) unit);
    return true;
  }
}
