package dev.shopwire.app.logs;

/** Escapes text so that it can't forge a line, move a terminal's cursor or reorder what is read. */
final class LogSafeText {
  private LogSafeText() {}

  /** {@code text} with everything that isn't plainly visible as a Java escape. */
  static String of(String text) {
    int i = 0;
    while (i < text.length() && isPlain(text.charAt(i))) {
      i++;
    }
    return i == text.length() ? text : escaped(text);
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isPlain(c)) {
        escaped.append(c);
      } else {
        escaped.append(String.format("\\u%04x", (int) c));
      }
    }
    return escaped.toString();
  }

  /** False for control characters of both ranges, line separators and bidirectional marks. */
  private static boolean isPlain(char c) {
    if (c < 0x7f) {
      return c >= ' ';
    }
    return c > 0x9f
        && !(c >= '\u200b' && c <= '\u200f')
        && !(c >= '\u2028' && c <= '\u202e')
        && !(c >= '\u2066' && c <= '\u2069')
        && c != '\ufeff';
  }
}
