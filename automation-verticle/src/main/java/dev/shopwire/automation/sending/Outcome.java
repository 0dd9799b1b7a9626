package dev.shopwire.automation.sending;

import dev.shopwire.automation.mail.smtp.MailboxRefusal;
import dev.shopwire.automation.mail.smtp.Reply;
import dev.shopwire.automation.mail.smtp.SmtpFailure;
import dev.shopwire.automation.mail.smtp.SmtpFailure.Kind;
import dev.shopwire.automation.mail.smtp.Stage;
import java.util.Optional;

/**
 * What a try to send a mail means for the mail and for its sender.
 *
 * @param state of the mail; {@code queued} if nothing counts against it
 * @param reason why it is in this state
 * @param counts whether it was a try of this mail
 * @param suppresses whether the address gets no more mails
 * @param stopsSender whether no mail of the sender can be sent for now
 * @param wasMarked whether the mail was marked as {@code sending} before
 * @param reply of the server, if it has replied
 */
record Outcome(
    String state,
    Optional<String> reason,
    boolean counts,
    boolean suppresses,
    boolean stopsSender,
    boolean wasMarked,
    Optional<Reply> reply) {
  private static final int CLOSING = 421;
  private static final int TRANSIENT = 4;

  static Outcome sent(Reply reply) {
    return new Outcome("sent", Optional.empty(), true, false, false, true, Optional.of(reply));
  }

  /** Of a connection that is open. */
  static Outcome of(SmtpFailure failure) {
    boolean marked = failure.stage().compareTo(Stage.DATA) >= 0;
    if (failure.isOutcomeUnknown()) {
      return failed("unknown", unknown(failure.kind()), failure, marked);
    }
    if (failure.kind() != Kind.REFUSED) {
      return failed("queued", "connection_lost", failure, marked);
    }
    int code = failure.reply().map(Reply::code).orElse(0);
    if (code == CLOSING) {
      return new Outcome("queued", Optional.empty(), false, false, true, marked, failure.reply());
    }
    if (code / 100 == TRANSIENT) {
      return failed("deferred", "refused_for_now", failure, marked);
    }
    return new Outcome(
        "bounced",
        Optional.of(failure.stage() == Stage.MAIL ? "sender_refused" : bounce(failure)),
        true,
        isNoMailbox(failure),
        false,
        marked,
        failure.reply());
  }

  /** Whether the mail is tried again after a pause of its own. */
  boolean isPutOff() {
    return counts && (state.equals("deferred") || state.equals("queued"));
  }

  private static Outcome failed(String state, String reason, SmtpFailure failure, boolean marked) {
    return new Outcome(state, Optional.of(reason), true, false, false, marked, failure.reply());
  }

  private static String unknown(Kind kind) {
    return switch (kind) {
      case TIMEOUT -> "no_reply";
      case INVALID_REPLY -> "invalid_reply";
      default -> "connection_lost";
    };
  }

  private static String bounce(SmtpFailure failure) {
    return isNoMailbox(failure) ? "hard_bounce" : "refused";
  }

  private static boolean isNoMailbox(SmtpFailure failure) {
    Reply reply = failure.reply().orElse(null);
    if (reply == null || failure.stage() == Stage.MAIL) {
      return false;
    }
    return reply
        .enhancedCode()
        .map(MailboxRefusal::isNoMailbox)
        .orElse(failure.stage() == Stage.RCPT && MailboxRefusal.isNoMailbox(reply.code()));
  }
}
