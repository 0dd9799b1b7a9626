package dev.shopwire.automation.mail.message;

import java.net.IDN;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Domains of mail addresses. Those of other scripts are converted by the JDK's IDN (RFC 3490),
 * which differs from UTS 46 in few characters: ß becomes ss, and scripts that are newer than
 * Unicode 3.2 are refused.
 */
public final class MailDomain {
  private static final int MAX_LENGTH = 253;
  private static final int ASCII_END = 128;
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

  private MailDomain() {}

  /**
   * The domain in ASCII and lower case.
   *
   * @throws InvalidAddress if it isn't a valid domain; an address literal such as {@code [::1]} is
   *     refused too
   */
  public static String toAscii(String domain) {
    if (domain.isEmpty()) {
      throw new InvalidAddress("has no domain");
    }
    if (domain.startsWith("[")) {
      throw new InvalidAddress("has an IP address instead of a domain");
    }
    if (domain.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidAddress("contains a line break or a control character");
    }
    String ascii = idn(domain).toLowerCase(Locale.ROOT);
    // IDN accepts a dot at the end, and its mapping need not yield letters, digits and hyphens.
    for (String label : ascii.split("\\.", -1)) {
      if (!LABEL.matcher(label).matches()) {
        throw invalid();
      }
    }
    if (ascii.length() > MAX_LENGTH) {
      throw new InvalidAddress("has a domain that is longer than " + MAX_LENGTH + " characters");
    }
    return ascii;
  }

  /** Takes time, so it is left out where it would change nothing but the case. */
  private static String idn(String domain) {
    if (domain.chars().allMatch(character -> character < ASCII_END)) {
      return domain;
    }
    try {
      return IDN.toASCII(domain, IDN.USE_STD3_ASCII_RULES);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      // The JDK's text is not for users; some malformed input escapes its checks.
      throw invalid();
    }
  }

  private static InvalidAddress invalid() {
    return new InvalidAddress("has an invalid domain");
  }
}
