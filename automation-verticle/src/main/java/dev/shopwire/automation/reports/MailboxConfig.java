package dev.shopwire.automation.reports;

import dev.shopwire.common.config.Settings;
import java.time.Duration;

/**
 * Settings for reading mailboxes.
 *
 * @param interval between two reads of a mailbox; zero to read none
 * @param poll how often a process looks for mailboxes to read
 * @param step how long a server may take for one command
 * @param session how long one read may take
 */
public record MailboxConfig(Duration interval, Duration poll, Duration step, Duration session) {
  private static final int MAX_INTERVAL = 86_400;

  public static MailboxConfig of(Settings settings) {
    return new MailboxConfig(
        Duration.ofSeconds(settings.integer("mail.imap.seconds", 60, 0, MAX_INTERVAL)),
        Duration.ofSeconds(5),
        Duration.ofSeconds(30),
        Duration.ofSeconds(120));
  }

  /** Longer than a read may take. */
  Duration lease() {
    return session.plus(step).plus(step);
  }
}
