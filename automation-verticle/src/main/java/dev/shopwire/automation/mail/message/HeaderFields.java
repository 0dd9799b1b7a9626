package dev.shopwire.automation.mail.message;

import java.util.List;

/** Writes header fields, folded so that lines have at most 76 characters if the words allow it. */
final class HeaderFields {
  // RFC 2047 allows no more in a line with an encoded word; RFC 5322 asks for 78.
  private static final int LINE = 76;

  private final StringBuilder text = new StringBuilder(1_024);

  /** Adds a field of words in ASCII, each of which stays on one line. */
  void add(String name, List<String> words) {
    text.append(name).append(':');
    int length = name.length() + 1;
    for (String word : words) {
      // A line that ends after the name is allowed, but some old programs misread it.
      boolean isFirst = length == name.length() + 1;
      if (length + 1 + word.length() > LINE && !isFirst) {
        text.append("\r\n");
        length = 0;
      }
      text.append(' ').append(word);
      length += 1 + word.length();
    }
    text.append("\r\n");
  }

  /** Adds a field of one word. */
  void add(String name, String word) {
    add(name, List.of(word));
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
