package dev.shopwire.automation.sending;

import dev.shopwire.automation.mail.smtp.Reply;
import dev.shopwire.automation.mail.smtp.SmtpConnection;
import dev.shopwire.automation.mail.smtp.SmtpFailure;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Sends mails one after the other over a connection, which is replaced when it is lost. Not
 * thread-safe; use from one event loop.
 */
final class Courier {
  private Optional<SmtpConnection> connection = Optional.empty();
  private boolean isBusy;

  /** A connection could not be opened: the reason is its cause. */
  static final class NoConnection extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoConnection(Throwable cause) {
      super("no connection", cause, false, false);
    }

    /** As it is shown to users. */
    String reason() {
      return getCause() instanceof SmtpFailure failure
          ? String.valueOf(failure.getMessage())
          : "no connection";
    }
  }

  boolean isBusy() {
    return isBusy;
  }

  /**
   * Sends a mail. Fails with {@link NoConnection}, an {@link SmtpFailure} of the mail, {@link
   * NotSent}, or an {@link IllegalArgumentException} if the mail can't be written.
   *
   * @param beforeData as for {@link SmtpConnection#send}
   */
  Future<Reply> send(MailSender sender, PreparedMail mail, Supplier<Future<Void>> beforeData) {
    isBusy = true;
    return usable(sender)
        .compose(open -> send(open, mail, beforeData))
        .onComplete(done -> isBusy = false);
  }

  private static Future<Reply> send(
      SmtpConnection open, PreparedMail mail, Supplier<Future<Void>> beforeData) {
    try {
      return open.send(mail.content().envelope(), mail.content().message().getBytes(), beforeData);
    } catch (IllegalArgumentException e) {
      return Future.failedFuture(e);
    }
  }

  /** A connection that was used before is asked first: a dead one costs no mail. */
  private Future<SmtpConnection> usable(MailSender sender) {
    SmtpConnection used = connection.filter(SmtpConnection::isOpen).orElse(null);
    return used == null
        ? open(sender)
        : used.reset()
            .map(used)
            .recover(
                error -> {
                  used.close();
                  return open(sender);
                });
  }

  private Future<SmtpConnection> open(MailSender sender) {
    connection = Optional.empty();
    return sender
        .connect()
        .onSuccess(opened -> connection = Optional.of(opened))
        .recover(error -> Future.failedFuture(new NoConnection(error)));
  }

  /** Leaves the server. */
  Future<Void> quit() {
    Future<Void> left = connection.map(SmtpConnection::quit).orElseGet(Future::succeededFuture);
    connection = Optional.empty();
    return left;
  }

  /** Breaks off what is being sent. */
  void close() {
    connection.ifPresent(SmtpConnection::close);
  }
}
