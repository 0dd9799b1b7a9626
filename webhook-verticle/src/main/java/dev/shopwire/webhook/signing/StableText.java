package dev.shopwire.webhook.signing;

/** Quotes strings as {@code JSON.stringify} does (ECMA-262, QuoteJSONString). */
final class StableText {
  private static final String HEX = "0123456789abcdef";

  private StableText() {}

  static void append(StringBuilder out, String text) {
    append(out, text.toCharArray(), 0, text.length());
  }

  /** Quotes {@code chars} from {@code start} up to {@code end}. */
  static void append(StringBuilder out, char[] chars, int start, int end) {
    out.append('"');
    int copied = start;
    for (int at = start; at < end; at++) {
      char unit = chars[at];
      if (unit >= ' ' && unit != '"' && unit != '\\' && !Character.isSurrogate(unit)) {
        continue;
      }
      if (isPair(chars, at, end)) {
        at++;
        continue;
      }
      out.append(chars, copied, at - copied);
      appendEscape(out, unit);
      copied = at + 1;
    }
    out.append(chars, copied, end - copied).append('"');
  }

  private static boolean isPair(char[] chars, int at, int end) {
    return at + 1 < end && Character.isSurrogatePair(chars[at], chars[at + 1]);
  }

  private static void appendEscape(StringBuilder out, char unit) {
    switch (unit) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\b' -> out.append("\\b");
      case '\t' -> out.append("\\t");
      case '\n' -> out.append("\\n");
      case '\f' -> out.append("\\f");
      case '\r' -> out.append("\\r");
      default -> {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          out.append(HEX.charAt((unit >> shift) & 0xf));
        }
      }
    }
  }
}
