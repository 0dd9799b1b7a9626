package dev.shopwire.automation.mail.smtp;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How to reach a server.
 *
 * @param host a name in ASCII or an IP address, IPv6 without brackets; the certificate is for it
 * @param heloName how the client names itself: a domain, or an address in brackets
 */
public record SmtpConfig(
    String host,
    int port,
    TlsMode tls,
    Optional<Credentials> credentials,
    String heloName,
    SmtpTimeouts timeouts) {
  private static final int MAX_PORT = 65_535;
  private static final Pattern HELO =
      Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]{0,252}|\\[[0-9A-Za-z.:]{1,60}]");

  /** Checks what the parts say together; messages don't contain the password. */
  public SmtpConfig {
    if (port < 1 || port > MAX_PORT) {
      throw new IllegalArgumentException("The port is between 1 and " + MAX_PORT);
    }
    if (tls == TlsMode.NONE && credentials.isPresent()) {
      throw new IllegalArgumentException("Credentials are not sent without TLS (tls=none)");
    }
    if (!HELO.matcher(heloName).matches()) {
      throw new IllegalArgumentException("The HELO name is a domain or an address in brackets");
    }
  }

  /**
   * Reads {@code smtp://user:password@host:587?tls=required|optional|none}, where user and password
   * are percent-encoded and {@code required} is the default, or {@code smtps://…} for implicit TLS.
   *
   * @throws IllegalArgumentException with what is wrong, without the text itself
   */
  public static SmtpConfig parse(String uri, String heloName, SmtpTimeouts timeouts) {
    SmtpUri parsed = SmtpUri.parse(uri);
    return new SmtpConfig(
        parsed.host(), parsed.port(), parsed.tls(), parsed.credentials(), heloName, timeouts);
  }
}
