package dev.shopwire.automation.reports;

import dev.shopwire.automation.mail.imap.ImapClient;
import dev.shopwire.automation.mail.imap.ImapClient.Target;
import dev.shopwire.automation.mail.imap.ImapFailure;
import dev.shopwire.automation.mail.imap.ImapMailbox;
import dev.shopwire.automation.mail.senders.Mailbox;
import dev.shopwire.automation.mail.senders.Sender;
import dev.shopwire.automation.mail.senders.SenderConnections;
import dev.shopwire.automation.mail.senders.Senders;
import dev.shopwire.automation.mail.smtp.SmtpFailure;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Optional;

/**
 * Opens the mailboxes of senders, at addresses that were checked as those of mail servers are.
 * Confined to one event loop.
 */
final class MailboxOpening {
  private final SqlClient sql;
  private final Senders senders;
  private final SenderConnections addresses;
  private final ImapClient client;

  MailboxOpening(SqlClient sql, Senders senders, SenderConnections addresses, ImapClient client) {
    this.sql = sql;
    this.senders = senders;
    this.addresses = addresses;
    this.client = client;
  }

  /** An open mailbox, and what a report in it has to prove. */
  record Open(ImapMailbox mailbox, Source source) {}

  /**
   * Fails with an {@link ImapFailure} if the mailbox can't be opened.
   *
   * @return empty if the sender has none any more
   */
  Future<Optional<Open>> open(MailboxTable.Lease lease) {
    return senders
        .load(sql, lease.workspaceId(), lease.senderId())
        .compose(
            found ->
                found
                    .flatMap(Sender::mailbox)
                    .map(mailbox -> open(found.get(), mailbox).map(Optional::of))
                    .orElseGet(() -> Future.succeededFuture(Optional.empty())));
  }

  private Future<Open> open(Sender sender, Mailbox mailbox) {
    Source source = sender.bounceDomain().isPresent() ? Source.TOKEN_MAILBOX : Source.MAILBOX;
    return addresses
        .addressOf(mailbox.host())
        .recover(MailboxOpening::asProblem)
        .map(
            address ->
                new Target(
                    mailbox.host(),
                    mailbox.port(),
                    address,
                    mailbox.credentials().user(),
                    mailbox.credentials().password(),
                    mailbox.folder()))
        .compose(client::open)
        .map(open -> new Open(open, source));
  }

  private static <T> Future<T> asProblem(Throwable error) {
    return Future.failedFuture(
        error instanceof SmtpFailure failure ? new ImapFailure(failure.problem()) : error);
  }
}
