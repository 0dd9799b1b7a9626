package dev.shopwire.automation.mail.dkim;

import java.util.Arrays;
import java.util.Locale;

/** The form of header fields and bodies that is signed (RFC 6376, sections 3.4.2 and 3.4.4). */
final class RelaxedCanonicalization {
  private RelaxedCanonicalization() {}

  /** The field without the line break after it. */
  static String field(String name, String value) {
    StringBuilder relaxed = new StringBuilder(name.length() + value.length() + 1);
    relaxed.append(name.strip().toLowerCase(Locale.ROOT)).append(':');
    int start = relaxed.length();
    boolean isAfterBlank = false;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (isBlank(c)) {
        isAfterBlank = true;
      } else if (c != '\r' && c != '\n') {
        if (isAfterBlank && relaxed.length() > start) {
          relaxed.append(' ');
        }
        relaxed.append(c);
        isAfterBlank = false;
      }
    }
    return relaxed.toString();
  }

  /** The body of {@code message}, which starts at {@code from} and whose lines end with CRLF. */
  static byte[] body(byte[] message, int from) {
    // A body that doesn't end with a line break gets one.
    byte[] relaxed = new byte[message.length - from + 2];
    int length = 0;
    int end = 0;
    int at = from;
    while (at < message.length) {
      int lineEnd = endOfLine(message, at);
      int lineStart = length;
      length = line(message, at, lineEnd, relaxed, length);
      boolean isEmpty = length == lineStart;
      relaxed[length++] = '\r';
      relaxed[length++] = '\n';
      // Empty lines at the end don't count.
      end = isEmpty ? end : length;
      at = lineEnd + 2;
    }
    return Arrays.copyOf(relaxed, end);
  }

  private static int endOfLine(byte[] message, int from) {
    for (int i = from; i + 1 < message.length; i++) {
      if (message[i] == '\r' && message[i + 1] == '\n') {
        return i;
      }
    }
    return message.length;
  }

  private static int line(byte[] message, int from, int to, byte[] relaxed, int length) {
    int at = length;
    boolean isAfterBlank = false;
    for (int i = from; i < to; i++) {
      if (isBlank(message[i])) {
        isAfterBlank = true;
      } else {
        if (isAfterBlank) {
          relaxed[at++] = ' ';
        }
        relaxed[at++] = message[i];
        isAfterBlank = false;
      }
    }
    return at;
  }

  private static boolean isBlank(int c) {
    return c == ' ' || c == '\t';
  }
}
