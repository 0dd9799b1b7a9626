package dev.shopwire.automation.mail.message;

import java.util.Locale;

/**
 * One mail address, valid in the envelope and in header fields (RFC 5321, section 4.1.2, {@code
 * Mailbox} without address literals). All characters are printable ASCII: a domain of another
 * script is in its ASCII form.
 *
 * @param localPart in its shortest form, with quotes only if it needs them; its case is kept
 * @param domain in lower case
 */
public record MailAddress(String localPart, String domain) {
  /** In characters: the longest path of RFC 5321, section 4.5.3.1.3, without its brackets. */
  public static final int MAX_LENGTH = 254;

  /** Checks both parts, so that no text reaches a header field or an SMTP command unchecked. */
  public MailAddress {
    localPart = LocalPart.check(localPart);
    domain = MailDomain.toAscii(domain);
    if (localPart.length() + 1 + domain.length() > MAX_LENGTH) {
      throw new InvalidAddress("is longer than " + MAX_LENGTH + " characters");
    }
  }

  /**
   * Reads an address; white space around it is ignored.
   *
   * @throws InvalidAddress with the reason, if it is not exactly one valid address
   */
  public static MailAddress parse(String text) {
    String trimmed = text.strip();
    // Before anything that takes longer for long texts.
    if (trimmed.length() > MAX_LENGTH) {
      throw new InvalidAddress("is longer than " + MAX_LENGTH + " characters");
    }
    int at = LocalPart.end(trimmed);
    if (at < 0 || at == trimmed.length()) {
      throw new InvalidAddress("has no @");
    }
    if (trimmed.charAt(at) != '@') {
      throw new InvalidAddress("has text between a quoted local part and the @");
    }
    String domain = trimmed.substring(at + 1);
    if (domain.indexOf('@') >= 0) {
      throw new InvalidAddress("has more than one @");
    }
    return new MailAddress(trimmed.substring(0, at), domain);
  }

  /** The form in which addresses are compared. */
  public String normalized() {
    return toString().toLowerCase(Locale.ROOT);
  }

  /** The form in the envelope and in header fields: {@code local@domain}. */
  @Override
  public String toString() {
    return localPart + "@" + domain;
  }
}
