package dev.shopwire.automation.mail.senders;

import java.util.Locale;

/** What is stored encrypted of a sender. */
enum SecretKind {
  /** The mail server's URI. */
  SMTP,
  /** The private key in PEM. */
  DKIM,
  /** The mailbox's URI. */
  IMAP;

  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  static SecretKind of(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT));
  }
}
