package dev.shopwire.automation.mail.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Turns texts of users into words of header fields: printable ASCII between which a line may be
 * folded, with encoded words in UTF-8 for everything else (RFC 2047).
 */
final class HeaderText {
  private static final String PREFIX = "=?UTF-8?B?";
  private static final String SUFFIX = "?=";
  // An encoded word of 64 characters, which fits in a line after the longest name of a field.
  private static final int BYTES_A_WORD = 39;
  private static final int MAX_PLAIN_WORD = 64;

  private HeaderText() {}

  /** The words of an unstructured field such as Subject. */
  static List<String> words(String text) {
    String clean = clean(text);
    List<String> words = List.of(clean.split(" ", -1));
    return words.stream().allMatch(HeaderText::isPlain) ? words : encoded(clean);
  }

  /** The words of the display name of an address (RFC 5322, section 3.4). */
  static List<String> displayName(String name) {
    String clean = clean(name).strip();
    List<String> words = List.of(clean.split(" ", -1));
    if (!words.stream().allMatch(word -> isPlain(word) && isQuotable(word))) {
      return encoded(clean);
    }
    if (words.stream().allMatch(word -> word.chars().allMatch(LocalPart::isAtomText))) {
      return words;
    }
    return List.of(('"' + clean + '"').split(" "));
  }

  /** Whether it needs no escapes in a quoted string, which some programs show as they are. */
  private static boolean isQuotable(String word) {
    return word.indexOf('"') < 0 && word.indexOf('\\') < 0;
  }

  /** Line breaks and control characters become blanks; a lone surrogate can't be encoded. */
  private static String clean(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    text.codePoints().forEach(c -> clean.appendCodePoint(cleaned(c)));
    return clean.toString();
  }

  private static int cleaned(int c) {
    int type = Character.getType(c);
    if (type == Character.SURROGATE) {
      return '?';
    }
    boolean isBreak = type == Character.LINE_SEPARATOR || type == Character.PARAGRAPH_SEPARATOR;
    return isBreak || Character.isISOControl(c) ? ' ' : c;
  }

  /** Empty words come from several blanks in a row, which folding would not keep. */
  private static boolean isPlain(String word) {
    return !word.isEmpty()
        && word.length() <= MAX_PLAIN_WORD
        && !word.contains("=?")
        && word.chars().allMatch(c -> c > ' ' && c <= '~');
  }

  private static List<String> encoded(String text) {
    List<String> words = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    int bytes = 0;
    for (int c : text.codePoints().toArray()) {
      int length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
      // A character must not be split between two words.
      if (bytes + length > BYTES_A_WORD) {
        words.add(encodedWord(part));
        part.setLength(0);
        bytes = 0;
      }
      part.appendCodePoint(c);
      bytes += length;
    }
    if (bytes > 0) {
      words.add(encodedWord(part));
    }
    return words;
  }

  private static String encodedWord(StringBuilder part) {
    return PREFIX + Base64.getEncoder().encodeToString(part.toString().getBytes(UTF_8)) + SUFFIX;
  }
}
