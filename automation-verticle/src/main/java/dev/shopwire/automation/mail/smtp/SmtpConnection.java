package dev.shopwire.automation.mail.smtp;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.Supplier;

/**
 * An open connection that sends one mail after the other. Confined to the event loop on which it
 * was opened. Failures are {@link SmtpFailure}s; one without a reply has closed the connection.
 */
public final class SmtpConnection {
  private final Context context;
  private final SmtpChannel channel;
  private final boolean takesSize;
  private boolean isBusy;

  SmtpConnection(Context context, SmtpChannel channel, Capabilities capabilities) {
    this.context = context;
    this.channel = channel;
    this.takesSize = capabilities.size();
  }

  /** Whether nothing is known that prevents another mail; {@link #reset} asks the server. */
  public boolean isOpen() {
    return channel.isOpen();
  }

  /**
   * Sends a mail. It is taken if and only if the future succeeds, with the server's reply; {@link
   * SmtpFailure#isOutcomeUnknown} says whether a failed one may have been taken.
   *
   * <p>After the recipient is accepted, {@code beforeData} is called and DATA is written only once
   * its future has succeeded; if it fails, so does this, with the same error. What happens to the
   * connection meanwhile is reported after it has completed, so that the caller never undoes what
   * it is still writing. It may complete on any thread; its time is the caller's to limit.
   *
   * @param message 7-bit, lines of at most 998 characters that end with CRLF
   * @throws IllegalArgumentException if it is not; nothing is written then
   * @throws IllegalStateException while another mail is being sent
   */
  public Future<Reply> send(Envelope envelope, byte[] message, Supplier<Future<Void>> beforeData) {
    DotStuffedBody body = new DotStuffedBody(message);
    begin();
    channel.startDeadline();
    return channel
        .command(Stage.MAIL, mailFrom(envelope, body), 2)
        .compose(from -> channel.command(Stage.RCPT, "RCPT TO:<" + envelope.to() + ">", 2))
        .compose(to -> onContext(beforeData.get()))
        .compose(ready -> channel.command(Stage.DATA, "DATA", 3))
        .compose(goOn -> channel.body(body))
        .onComplete(done -> channel.stopDeadline())
        .onComplete(done -> isBusy = false);
  }

  private String mailFrom(Envelope envelope, DotStuffedBody body) {
    String from = envelope.from().map(Object::toString).orElse("");
    // RFC 1870: a server that can't take so much says so before it is sent.
    return "MAIL FROM:<" + from + ">" + (takesSize ? " SIZE=" + body.size() : "");
  }

  private Future<Void> onContext(Future<Void> future) {
    Promise<Void> promise = Promise.promise();
    future.onComplete(
        result ->
            context.runOnContext(
                run -> {
                  if (result.succeeded()) {
                    promise.complete();
                  } else {
                    promise.fail(result.cause());
                  }
                }));
    return promise.future();
  }

  /**
   * Forgets a mail that was refused, and finds out whether the connection still works: call it
   * before a mail on a connection that was used before or has been idle, so that a dead one is
   * found here and not after the mail has begun.
   */
  public Future<Void> reset() {
    begin();
    return channel
        .command(Stage.RESET, "RSET", 2)
        .onComplete(done -> isBusy = false)
        .<Void>mapEmpty();
  }

  /** Sends QUIT and closes the connection, whatever the server answers. Never fails. */
  public Future<Void> quit() {
    if (isBusy) {
      close();
      return Future.succeededFuture();
    }
    isBusy = true;
    return channel
        .command(Stage.RESET, "QUIT", 2)
        .onComplete(done -> channel.close())
        .<Void>mapEmpty()
        .otherwiseEmpty();
  }

  /** Closes the connection at once; a mail that is being sent fails. */
  public void close() {
    channel.close();
  }

  private void begin() {
    if (isBusy) {
      throw new IllegalStateException("The connection is sending another mail");
    }
    isBusy = true;
  }
}
