package dev.shopwire.common.json;

import java.util.Optional;

/** What every text in a request must satisfy before it can be stored. */
public final class Text {
  private static final String NUL = "contains U+0000";
  private static final String HALF_PAIR = "contains half of a surrogate pair";

  private Text() {}

  /** Unicode code points, which is how the contract counts characters. */
  public static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /**
   * Why {@code text} can't be stored as it is, if it can't: U+0000, which PostgreSQL's text has no
   * place for, or half of a surrogate pair, which UTF-8 has none for.
   */
  public static Optional<String> flaw(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        return Optional.of(text.startsWith(LoneSurrogates.MARK, i) ? HALF_PAIR : NUL);
      }
      if (Character.isSurrogate(c)) {
        if (Character.isHighSurrogate(c)
            && i + 1 < text.length()
            && Character.isLowSurrogate(text.charAt(i + 1))) {
          i++;
        } else {
          return Optional.of(HALF_PAIR);
        }
      }
    }
    return Optional.empty();
  }

  /** How many bytes it takes in UTF-8, without encoding it. */
  public static long utf8Length(String text) {
    long bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        // Each half of a pair takes two of its four bytes.
        bytes += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
      }
    }
    return bytes;
  }
}
