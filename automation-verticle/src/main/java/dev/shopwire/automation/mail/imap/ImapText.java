package dev.shopwire.automation.mail.imap;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Writes texts as arguments of commands. */
final class ImapText {
  private static final int FIRST = 0x20;
  private static final int LAST = 0x7e;

  private ImapText() {}

  /**
   * A quoted string (RFC 3501, section 4.3).
   *
   * @param text without control characters
   */
  static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c >= FIRST && c <= LAST);
  }

  /** The name of a folder in modified UTF-7 (RFC 3501, section 5.1.3), quoted. */
  static String folder(String name) {
    StringBuilder text = new StringBuilder();
    int at = 0;
    while (at < name.length()) {
      int end = at;
      while (end < name.length() && !isAscii(name.substring(end, end + 1))) {
        end++;
      }
      if (end > at) {
        text.append('&').append(base64(name.substring(at, end))).append('-');
        at = end;
      } else {
        text.append(name.charAt(at) == '&' ? "&-" : name.substring(at, at + 1));
        at++;
      }
    }
    return quoted(text.toString());
  }

  private static String base64(String part) {
    return Base64.getEncoder()
        .withoutPadding()
        .encodeToString(part.getBytes(StandardCharsets.UTF_16BE))
        .replace('/', ',');
  }
}
