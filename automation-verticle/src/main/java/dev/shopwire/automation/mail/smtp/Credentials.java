package dev.shopwire.automation.mail.smtp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;

/**
 * User and password of a server.
 *
 * @param user at most 256 characters, without control characters
 * @param password at most 1,024 characters, without control characters
 */
public record Credentials(String user, String password) {
  private static final int MAX_USER = 256;
  private static final int MAX_PASSWORD = 1_024;
  private static final String MASK = "***";

  public Credentials {
    boolean isValid = isText(user, MAX_USER) && isText(password, MAX_PASSWORD);
    if (!isValid) {
      throw new IllegalArgumentException(
          "User and password are needed, without control characters, of at most %d and %d characters"
              .formatted(MAX_USER, MAX_PASSWORD));
    }
  }

  private static boolean isText(String text, int maxLength) {
    return !text.isEmpty()
        && text.length() <= maxLength
        && text.chars().noneMatch(Character::isISOControl);
  }

  /** The message of the mechanism PLAIN (RFC 4616). */
  String plain() {
    return base64("\0" + user + "\0" + password);
  }

  static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  /** The text without the password, in whatever form it was sent: a server may repeat it. */
  String mask(String text) {
    return text.replace(plain(), MASK).replace(base64(password), MASK).replace(password, MASK);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "Credentials[" + user + "]";
  }
}
