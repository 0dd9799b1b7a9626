package dev.shopwire.automation.reports;

/** Where a report arrived, which decides what has to be proven. */
enum Source {
  /** A relay that knows the secret of the sender's {@code eventsUrl}. */
  RELAY,
  /** A mailbox, to which anyone can write. */
  MAILBOX,
  /** The mailbox of a sender whose mails have envelope senders with a token. */
  TOKEN_MAILBOX;

  /** Whether a mail counts that a report names without a token. */
  boolean trustsIds(Claim.Kind kind) {
    return this == RELAY || (this == MAILBOX && kind == Claim.Kind.BOUNCE);
  }
}
