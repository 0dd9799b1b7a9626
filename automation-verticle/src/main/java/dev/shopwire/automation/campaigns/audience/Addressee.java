package dev.shopwire.automation.campaigns.audience;

import dev.shopwire.automation.mail.message.MailAddress;
import org.jspecify.annotations.Nullable;

/**
 * A customer's address that a mail goes to.
 *
 * @param contactId whose address it is; null for the shop's own
 */
public record Addressee(long customerId, @Nullable Long contactId, MailAddress address) {}
