package dev.shopwire.automation.templates.rendering;

/** Writes text without characters that mails can't carry. */
final class CleanText {
  private static final char REPLACEMENT = '\ufffd';
  private static final char LINE_SEPARATOR = '\u2028';
  private static final char PARAGRAPH_SEPARATOR = '\u2029';

  private CleanText() {}

  /** With blanks for line breaks and control characters; CRLF becomes one. */
  static void oneLine(String text, StringBuilder out) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isLineBreak(c) || Character.isISOControl(c)) {
        i += c == '\r' && text.startsWith("\n", i + 1) ? 1 : 0;
        out.append(' ');
      } else {
        out.append(whole(text, i));
      }
    }
  }

  /** With LF as the only line break, and blanks for control characters but tabs. */
  static void lines(String text, StringBuilder out) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\r') {
        i += text.startsWith("\n", i + 1) ? 1 : 0;
        out.append('\n');
      } else {
        out.append(c == '\n' || c == '\t' || !Character.isISOControl(c) ? whole(text, i) : ' ');
      }
    }
  }

  /** The UTF-16 unit at {@code i}, or the replacement character for an unpaired surrogate. */
  static char whole(String text, int i) {
    char c = text.charAt(i);
    if (!Character.isSurrogate(c)) {
      return c;
    }
    boolean isPaired =
        Character.isHighSurrogate(c)
            ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
            : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    return isPaired ? c : REPLACEMENT;
  }

  private static boolean isLineBreak(char c) {
    return c == LINE_SEPARATOR || c == PARAGRAPH_SEPARATOR;
  }
}
