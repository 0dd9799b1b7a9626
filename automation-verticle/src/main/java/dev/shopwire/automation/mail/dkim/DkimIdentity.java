package dev.shopwire.automation.mail.dkim;

import dev.shopwire.automation.mail.message.MailDomain;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The domain that signs, and the name of its key in DNS (RFC 6376, section 3.1).
 *
 * @param domain in ASCII and lower case
 * @param selector letters, digits, hyphens and inner dots, at most 63 characters, in lower case
 */
public record DkimIdentity(String domain, String selector) {
  private static final int MAX_SELECTOR = 63;
  private static final Pattern SELECTOR =
      Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");

  /**
   * @throws dev.shopwire.automation.mail.message.InvalidAddress for an invalid domain
   * @throws IllegalArgumentException for an invalid selector
   */
  public DkimIdentity {
    domain = MailDomain.toAscii(domain);
    selector = selector.toLowerCase(Locale.ROOT);
    // The length first: the pattern would take long for long texts.
    if (selector.length() > MAX_SELECTOR || !SELECTOR.matcher(selector).matches()) {
      throw new IllegalArgumentException(
          "The selector has 1 to 63 letters, digits and hyphens, and dots between them");
    }
  }

  /** Where the TXT record with {@link DkimKey#dnsValue} belongs. */
  public String dnsName() {
    return selector + "._domainkey." + domain;
  }
}
