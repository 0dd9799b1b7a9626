package dev.shopwire.automation.mail.smtp;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reply of a server (RFC 5321, section 4.2), without control characters and without the password
 * of the connection.
 *
 * @param code 200 to 599
 * @param lines what follows the code in each line
 */
public record Reply(int code, List<String> lines) {
  /** In characters. */
  public static final int MAX_TEXT = 1_000;

  private static final Pattern ENHANCED = Pattern.compile("([245]\\.\\d{1,3}\\.\\d{1,3})(?: |$)");

  public Reply {
    lines = List.copyOf(lines);
  }

  /** The first digit of the code: 2 done, 3 continue, 4 refused for now, 5 refused for good. */
  public int category() {
    return code / 100;
  }

  /** Whether it refuses what was asked. */
  public boolean isRefusal() {
    return category() >= 4;
  }

  /** The enhanced status code (RFC 3463), such as {@code 5.1.1}, if it fits the code. */
  public Optional<String> enhancedCode() {
    Matcher enhanced = ENHANCED.matcher(lines.isEmpty() ? "" : lines.get(0));
    return enhanced.lookingAt() && enhanced.group(1).charAt(0) - '0' == category()
        ? Optional.of(enhanced.group(1))
        : Optional.empty();
  }

  /** The lines, separated by line feeds, at most {@value #MAX_TEXT} characters of them. */
  public String text() {
    String text = String.join("\n", lines);
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT);
  }

  @Override
  public String toString() {
    return code + " " + text();
  }
}
