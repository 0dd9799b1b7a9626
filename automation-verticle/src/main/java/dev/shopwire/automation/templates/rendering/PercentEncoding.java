package dev.shopwire.automation.templates.rendering;

import java.nio.charset.StandardCharsets;

/** Percent-encodes text in UTF-8 (RFC 3986, section 2.1). */
final class PercentEncoding {
  private static final String DIGITS = "0123456789ABCDEF";

  private PercentEncoding() {}

  /**
   * Writes {@code text}.
   *
   * @param kept what is not encoded besides ASCII letters and digits
   */
  static void write(String text, String kept, StringBuilder out) {
    StringBuilder clean = new StringBuilder(text.length());
    CleanText.oneLine(text, clean);
    for (byte b : clean.toString().getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      if (isAlphanumeric(c) || kept.indexOf(c) >= 0) {
        out.append(c);
      } else {
        out.append('%').append(DIGITS.charAt(c >> 4)).append(DIGITS.charAt(c & 0xf));
      }
    }
  }

  private static boolean isAlphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
}
