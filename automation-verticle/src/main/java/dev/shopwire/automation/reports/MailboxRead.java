package dev.shopwire.automation.reports;

import dev.shopwire.automation.mail.imap.ImapFailure;
import dev.shopwire.automation.mail.imap.ImapMailbox;
import dev.shopwire.automation.reports.ReportOutcome.Reason;
import dev.shopwire.automation.reports.parsing.ReportParser;
import dev.shopwire.automation.reports.parsing.UnparsableMail;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.PostgresFailures;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the unread mails of an open mailbox, one after the other. Each is flagged as read after the
 * commit of what it says, so that after a kill it is read again, which changes nothing. Confined to
 * the mailbox's event loop.
 */
final class MailboxRead {
  private static final Logger LOG = LoggerFactory.getLogger(MailboxRead.class);

  /** Of one read; others may have their turns then. */
  static final int MAX_MAILS = 50;

  private final ImapMailbox mailbox;
  private final ReportWork work;
  private final Identification identification;
  private final Recording recording;
  private final MailboxTable.Lease lease;
  private final Source source;

  /** Whether a mail stays unread, since the one that it is about is being sent. */
  private boolean isLeft;

  MailboxRead(
      ImapMailbox mailbox,
      ReportWork work,
      Identification identification,
      Recording recording,
      MailboxTable.Lease lease,
      Source source) {
    this.mailbox = mailbox;
    this.work = work;
    this.identification = identification;
    this.recording = recording;
    this.lease = lease;
    this.source = source;
  }

  /** Whether there may be more that can be read now. */
  Future<Boolean> run() {
    return mailbox
        .unread(MAX_MAILS)
        .compose(uids -> next(uids.iterator()).map(done -> uids.size() == MAX_MAILS && !isLeft));
  }

  private Future<Void> next(Iterator<Long> uids) {
    return uids.hasNext()
        ? read(uids.next()).compose(done -> next(uids))
        : Future.succeededFuture();
  }

  private Future<Void> read(long uid) {
    return mailbox
        .fetch(uid, ReportParser.MAX_BYTES + 1)
        .compose(
            found ->
                found.isEmpty()
                    ? Future.succeededFuture()
                    : work.run(lease.senderId(), () -> item(found.get()))
                        .compose(this::record)
                        .compose(isDone -> isDone ? mailbox.markRead(uid) : leave())
                        .recover(error -> pass(uid, error)));
  }

  private Future<Void> leave() {
    isLeft = true;
    return Future.succeededFuture();
  }

  /**
   * A bug that shows with one mail keeps none of the others: that one is flagged too, since those
   * after it would not be reached otherwise.
   */
  private Future<Void> pass(long uid, Throwable error) {
    boolean concernsAll =
        error instanceof ImapFailure
            || error instanceof Failure
            || PostgresFailures.isOutage(error);
    if (concernsAll) {
      return Future.failedFuture(error);
    }
    LOG.error(
        "The mail with UID {} in the mailbox of sender {} can't be read; it is flagged as read",
        uid,
        lease.senderId(),
        error);
    return mailbox.markRead(uid);
  }

  private Item item(Buffer mail) {
    if (mail.length() > ReportParser.MAX_BYTES) {
      return Item.of(ReportOutcome.ignored(Reason.TOO_LARGE));
    }
    try {
      return identification.identify(
          ReportParser.parse(mail.getBytes()), lease.workspaceId(), source);
    } catch (UnparsableMail e) {
      return Item.of(ReportOutcome.ignored(Reason.UNREADABLE));
    }
  }

  /** False if the mail must be read again, since the one that it is about is being sent. */
  private Future<Boolean> record(Item item) {
    return recording
        .record(lease.workspaceId(), lease.senderId(), List.of(item))
        .map(
            (Optional<List<ReportOutcome>> outcomes) ->
                outcomes.isPresent() && !outcomes.get().contains(ReportOutcome.LATER));
  }
}
