package dev.shopwire.automation.mail.message;

/** The part of an address before its @: a dot-string or a quoted string (RFC 5321, 4.1.2). */
final class LocalPart {
  private static final int MAX_LENGTH = 64;
  private static final String ATOM_SYMBOLS = "!#$%&'*+-/=?^_`{|}~";

  private LocalPart() {}

  /** Where the local part at the start of an address ends; negative or the length if it doesn't. */
  static int end(String address) {
    return address.startsWith("\"") ? endOfQuoted(address) : address.indexOf('@');
  }

  private static int endOfQuoted(String address) {
    for (int i = 1; i < address.length(); i++) {
      char c = address.charAt(i);
      if (c == '"') {
        return i + 1;
      }
      if (c == '\\') {
        i++;
      }
    }
    throw new InvalidAddress("has a local part without a closing quote");
  }

  /** The shortest form of a valid local part: {@code "a"} is {@code a}. */
  static String check(String localPart) {
    localPart.chars().forEach(LocalPart::checkCharacter);
    boolean isQuoted = localPart.startsWith("\"");
    String value = isQuoted ? unquoted(localPart) : localPart;
    if (!isQuoted) {
      checkDotString(value);
    }
    String shortest = isDotString(value) ? value : quoted(value);
    if (shortest.length() > MAX_LENGTH) {
      throw new InvalidAddress(
          "has a local part that is longer than " + MAX_LENGTH + " characters");
    }
    return shortest;
  }

  private static void checkCharacter(int c) {
    if (Character.isISOControl(c)) {
      throw new InvalidAddress("contains a line break or a control character");
    }
    if (c > '~') {
      throw new InvalidAddress(
          "has a local part with characters outside ASCII, which few mail servers accept");
    }
  }

  private static String unquoted(String localPart) {
    if (localPart.length() < 2 || endOfQuoted(localPart) != localPart.length()) {
      throw new InvalidAddress("has an invalid quoted local part");
    }
    StringBuilder value = new StringBuilder();
    for (int i = 1; i < localPart.length() - 1; i++) {
      if (localPart.charAt(i) == '\\') {
        i++;
      }
      value.append(localPart.charAt(i));
    }
    return value.toString();
  }

  private static String quoted(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static void checkDotString(String value) {
    if (value.isEmpty()) {
      throw new InvalidAddress("has nothing before the @");
    }
    if (value.startsWith(".") || value.endsWith(".") || value.contains("..")) {
      throw new InvalidAddress("has a local part with a dot at its start, its end or after a dot");
    }
    if (!isDotString(value)) {
      throw new InvalidAddress("has a local part with a character that needs quotes");
    }
  }

  private static boolean isDotString(String value) {
    return !value.isEmpty()
        && !value.startsWith(".")
        && !value.endsWith(".")
        && !value.contains("..")
        && value.chars().allMatch(c -> c == '.' || isAtomText(c));
  }

  static boolean isAtomText(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || ATOM_SYMBOLS.indexOf(c) >= 0;
  }
}
