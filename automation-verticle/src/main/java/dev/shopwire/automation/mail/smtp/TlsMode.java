package dev.shopwire.automation.mail.smtp;

/** How a connection is encrypted. */
public enum TlsMode {
  /** From its first byte (RFC 8314); the certificate is verified. */
  IMPLICIT,
  /** With STARTTLS (RFC 3207), or no mail is sent; the certificate is verified. */
  REQUIRED,
  /**
   * With STARTTLS if the server offers it, else not. Without credentials any certificate is taken
   * (RFC 7435): refusing one would not help against who can hide the offer. With credentials it is
   * verified, and without the offer nothing is sent.
   */
  OPTIONAL,
  /** Never; without credentials only. */
  NONE
}
