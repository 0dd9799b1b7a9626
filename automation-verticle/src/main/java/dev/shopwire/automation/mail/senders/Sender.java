package dev.shopwire.automation.mail.senders;

import dev.shopwire.automation.mail.dkim.DkimSigner;
import dev.shopwire.automation.mail.message.NamedAddress;
import dev.shopwire.automation.mail.smtp.SmtpConfig;
import java.time.Instant;
import java.util.Optional;

/**
 * A sender with all that sending needs, also what is secret.
 *
 * @param id {@link #CONFIGURED} for that of the settings
 * @param perSecond how many mails, over all processes; absent for no limit
 * @param perDomainPerMinute how many mails to one recipient's domain, over all processes
 * @param connections at most, over all processes
 * @param bounceDomain of envelope senders; absent: the address in From
 * @param mailbox where bounces arrive
 * @param updatedAt differs after each change
 */
public record Sender(
    long id,
    NamedAddress from,
    Optional<NamedAddress> replyTo,
    SmtpConfig smtp,
    Optional<Integer> perSecond,
    Optional<Integer> perDomainPerMinute,
    int connections,
    Optional<DkimSigner> dkim,
    Optional<String> bounceDomain,
    Optional<Mailbox> mailbox,
    Instant updatedAt) {
  /** The id of the sender that the settings describe; no stored one has it. */
  public static final long CONFIGURED = 0;

  /** Unless the sender says otherwise. */
  public static final int DEFAULT_CONNECTIONS = 5;

  static Sender configured(NamedAddress from, SmtpConfig smtp) {
    return new Sender(
        CONFIGURED,
        from,
        Optional.empty(),
        smtp,
        Optional.empty(),
        Optional.empty(),
        DEFAULT_CONNECTIONS,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Instant.EPOCH);
  }

  /** Whether the operator has configured it, and not a workspace. */
  public boolean isConfigured() {
    return id == CONFIGURED;
  }
}
