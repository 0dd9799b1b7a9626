package dev.shopwire.automation.mail.dkim;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Finds the header fields of a mail without changing a byte of them. */
final class HeaderBlock {
  // A line break that is not followed by a blank, which would continue the field.
  private static final Pattern FIELD_END = Pattern.compile("\\r\\n(?![ \\t])");

  private HeaderBlock() {}

  /** Where the body begins: after the first empty line. */
  static int end(byte[] message) {
    for (int i = 0; i + 3 < message.length; i++) {
      if (message[i] == '\r'
          && message[i + 1] == '\n'
          && message[i + 2] == '\r'
          && message[i + 3] == '\n') {
        return i + 4;
      }
    }
    throw new IllegalArgumentException("The mail has no empty line after its header fields");
  }

  /**
   * The values by name, whatever its case, with the line breaks in them.
   *
   * @param end where the body begins
   */
  static Map<String, String> fields(byte[] message, int end) {
    Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    String block = new String(message, 0, end - 4, ISO_8859_1);
    for (String field : FIELD_END.split(block, -1)) {
      int colon = field.indexOf(':');
      if (colon < 1) {
        throw new IllegalArgumentException("The mail has a header field without a name");
      }
      String name = field.substring(0, colon);
      // Verifiers count repeated fields from the last one; mails of ours repeat none.
      if (fields.put(name, field.substring(colon + 1)) != null) {
        throw new IllegalArgumentException("The mail has two fields " + name);
      }
    }
    return fields;
  }
}
