package dev.shopwire.automation.sending;

import dev.shopwire.automation.mail.smtp.Reply;
import dev.shopwire.automation.messages.Mail;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is to be recorded of a mail.
 *
 * @param delay until it is tried again, if it is
 * @param outcome of a try, for the list of tries; empty if it wasn't one
 * @param wasMarked whether its row is {@code sending}, unless another process took it for lost
 * @param source absent if it is stored already or there is none
 */
record Result(
    Mail mail,
    String state,
    Optional<String> reason,
    Optional<String> detail,
    Duration delay,
    Optional<Reply> reply,
    Optional<String> outcome,
    boolean suppresses,
    boolean wasMarked,
    Optional<String> subject,
    @Nullable Buffer source,
    Instant at) {

  /** Of a try. */
  static Result of(Mail mail, Outcome outcome, Duration delay, String subject) {
    return new Result(
        mail,
        outcome.state(),
        outcome.reason(),
        Optional.empty(),
        delay,
        outcome.reply(),
        outcome.counts() ? Optional.of(outcome.state()) : Optional.empty(),
        outcome.suppresses(),
        outcome.wasMarked(),
        Optional.of(subject),
        null,
        Instant.now());
  }

  /** Of a mail that is not to be sent. */
  static Result refused(Mail mail, MailContents.Refused refused) {
    return untried(
        mail,
        refused.state(),
        Optional.of(refused.reason()),
        refused.detail().map(detail -> detail.replace('\0', ' ')),
        false,
        Optional.empty(),
        null);
  }

  /** Of a mail whose mark may be stored, though nothing was sent. */
  static Result unmark(Mail mail) {
    return untried(
        mail, "queued", Optional.empty(), Optional.empty(), true, Optional.empty(), null);
  }

  /** Of a mail of the outbox. */
  static Result captured(Mail mail, String subject, Buffer source) {
    return untried(
        mail, "captured", Optional.empty(), Optional.empty(), false, Optional.of(subject), source);
  }

  private static Result untried(
      Mail mail,
      String state,
      Optional<String> reason,
      Optional<String> detail,
      boolean wasMarked,
      Optional<String> subject,
      @Nullable Buffer source) {
    return new Result(
        mail,
        state,
        reason,
        detail,
        Duration.ZERO,
        Optional.empty(),
        Optional.empty(),
        false,
        wasMarked,
        subject,
        source,
        Instant.now());
  }
}
