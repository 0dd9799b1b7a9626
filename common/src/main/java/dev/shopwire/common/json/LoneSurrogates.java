package dev.shopwire.common.json;

/**
 * Replaces escapes of unpaired surrogates in JSON text. The parser fails on one in a field name,
 * and so on the entire body. Replaced by {@link #MARK}, which is rejected as well, it invalidates
 * only the event that contains it.
 */
public final class LoneSurrogates {
  /** Stands for an unpaired surrogate; no stored text contains U+0000. */
  static final String MARK = "\u0000\u0001";

  private static final String ESCAPED_MARK = "\\u0000\\u0001";
  private static final int ESCAPE_LENGTH = ESCAPED_MARK.length() / 2;
  private static final int NONE = -1;

  private LoneSurrogates() {}

  public static String replace(String json) {
    StringBuilder out = new StringBuilder(json.length());
    for (int at = 0; at < json.length(); ) {
      int unit = escapedUnit(json, at);
      if (unit == NONE) {
        // A backslash is copied with the character it escapes, so that neither starts an escape.
        int length = json.charAt(at) == '\\' ? Math.min(2, json.length() - at) : 1;
        out.append(json, at, at + length);
        at += length;
      } else if (Character.isHighSurrogate((char) unit) && isLow(json, at + ESCAPE_LENGTH)) {
        out.append(json, at, at + 2 * ESCAPE_LENGTH);
        at += 2 * ESCAPE_LENGTH;
      } else {
        boolean lone = Character.isSurrogate((char) unit);
        out.append(lone ? ESCAPED_MARK : json.substring(at, at + ESCAPE_LENGTH));
        at += ESCAPE_LENGTH;
      }
    }
    return out.toString();
  }

  private static boolean isLow(String json, int at) {
    int unit = escapedUnit(json, at);
    return unit != NONE && Character.isLowSurrogate((char) unit);
  }

  /** The UTF-16 unit whose escape starts at {@code at}. */
  private static int escapedUnit(String json, int at) {
    if (at + ESCAPE_LENGTH > json.length()
        || json.charAt(at) != '\\'
        || json.charAt(at + 1) != 'u') {
      return NONE;
    }
    int unit = 0;
    for (int i = at + 2; i < at + ESCAPE_LENGTH; i++) {
      int digit = Character.digit(json.charAt(i), 16);
      if (digit < 0) {
        return NONE;
      }
      unit = unit * 16 + digit;
    }
    return unit;
  }
}
