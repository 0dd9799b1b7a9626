package dev.shopwire.common.json;

import java.util.Optional;

/** Checks and measures strings of requests before they are stored. */
public final class StorableText {
  private static final String NUL = "contains U+0000";
  private static final String UNPAIRED = "contains an unpaired surrogate";

  private StorableText() {}

  /** The number of Unicode code points, which is how the API counts characters. */
  public static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /**
   * Returns why {@code text} can't be stored, if so: U+0000, which PostgreSQL's text can't hold, or
   * an unpaired surrogate, which UTF-8 can't encode.
   */
  public static Optional<String> findProblem(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        return Optional.of(text.startsWith(LoneSurrogates.MARK, i) ? UNPAIRED : NUL);
      }
      if (Character.isSurrogate(c)) {
        if (Character.isHighSurrogate(c)
            && i + 1 < text.length()
            && Character.isLowSurrogate(text.charAt(i + 1))) {
          i++;
        } else {
          return Optional.of(UNPAIRED);
        }
      }
    }
    return Optional.empty();
  }

  /** The number of bytes in UTF-8, computed without encoding. */
  public static long utf8Length(String text) {
    long bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        // Each half of a surrogate pair accounts for two of its four bytes.
        bytes += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
      }
    }
    return bytes;
  }
}
