package dev.shopwire.automation.composition;

import dev.shopwire.automation.messages.Mail;
import dev.shopwire.common.mail.UnsubscribeLink;
import dev.shopwire.common.mail.UnsubscribeTokens;
import java.util.UUID;

/** Makes the links in mails that lead back to the public port. Thread-safe. */
final class MailLinks {
  private final String base;
  private final UnsubscribeTokens tokens;

  /**
   * @param base where recipients reach the public port, without a slash at its end
   */
  MailLinks(String base, UUID installation) {
    this.base = base;
    this.tokens = UnsubscribeTokens.of(installation);
  }

  /** The same for each attempt of a mail. */
  String unsubscribe(Mail mail) {
    return base
        + UnsubscribeLink.PATH
        + tokens.encode(
            new UnsubscribeLink(mail.workspaceId(), mail.topicId(), mail.id(), mail.emailKey()));
  }
}
