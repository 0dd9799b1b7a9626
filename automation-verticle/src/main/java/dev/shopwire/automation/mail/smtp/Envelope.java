package dev.shopwire.automation.mail.smtp;

import dev.shopwire.automation.mail.message.MailAddress;
import java.util.Optional;

/**
 * Whom a mail is from and to on its way, whatever its header fields say.
 *
 * @param from where delivery reports go; absent for none ({@code <>})
 */
public record Envelope(Optional<MailAddress> from, MailAddress to) {}
