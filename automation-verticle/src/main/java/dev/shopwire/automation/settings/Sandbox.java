package dev.shopwire.automation.settings;

import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.automation.mail.message.MailDomain;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps mails from all but some addresses.
 *
 * @param allow addresses as they are compared, and domains, which stand for all their addresses but
 *     not for those of their subdomains
 */
public record Sandbox(boolean isEnabled, List<String> allow) {
  /** Of addresses and domains. */
  static final int MAX_ALLOWED = 100;

  static final Sandbox DEFAULT = new Sandbox(true, List.of());

  public Sandbox {
    allow = List.copyOf(allow);
  }

  /**
   * The form in which an address or a domain is compared.
   *
   * @throws dev.shopwire.automation.mail.message.InvalidAddress if it is neither
   */
  static String normalized(String allowed) {
    return allowed.indexOf('@') >= 0
        ? MailAddress.parse(allowed).normalized()
        : MailDomain.toAscii(allowed.strip());
  }

  /** Whether mails may be sent to this address. */
  public boolean allows(MailAddress address) {
    return !isEnabled || allow.contains(address.normalized()) || allow.contains(address.domain());
  }

  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("enabled", isEnabled);
    json.put("allow", allow);
    return json;
  }
}
