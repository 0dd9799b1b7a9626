package dev.shopwire.automation.mail.smtp;

import dev.shopwire.automation.mail.smtp.SmtpFailure.Kind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.Optional;

/**
 * Writes to a socket and waits for one reply at a time, within deadlines. It ends, and closes the
 * socket, at the first fault: a deadline, the peer's close, bytes that are no valid reply, or a
 * reply without a command. Every step after that fails. Confined to the socket's event loop;
 * futures complete there, without another turn of the loop.
 */
final class SmtpChannel {
  private static final long NO_TIMER = -1;
  private static final int SHUTTING_DOWN = 421;

  private final Vertx vertx;
  private final NetSocket socket;
  private final SmtpTimeouts timeouts;
  private final ReplyReader replies;
  private Stage stage = Stage.CONNECT;
  private Optional<Promise<Reply>> waiting = Optional.empty();
  private int expectedCategory;
  private Optional<Kind> end = Optional.empty();
  private long stageTimer = NO_TIMER;
  private long overallTimer = NO_TIMER;

  SmtpChannel(Vertx vertx, NetSocket socket, SmtpConfig config) {
    this.vertx = vertx;
    this.socket = socket;
    this.timeouts = config.timeouts();
    this.replies =
        new ReplyReader(text -> config.credentials().map(c -> c.mask(text)).orElse(text));
    socket.handler(this::received);
    socket.exceptionHandler(error -> end(closing(error)));
    socket.closeHandler(closed -> end(Kind.CLOSED));
  }

  boolean isOpen() {
    return end.isEmpty();
  }

  void close() {
    end(Kind.CLOSED);
  }

  /** Starts the overall deadline; {@link #stopDeadline} ends it. */
  void startDeadline() {
    stopDeadline();
    overallTimer = timer(timeouts.overall());
  }

  void stopDeadline() {
    vertx.cancelTimer(overallTimer);
  }

  /** Writes a line and waits for a reply of a category; any other fails. */
  Future<Reply> command(Stage next, String line, int category) {
    Future<Reply> reply = reply(next, category);
    if (isOpen()) {
      socket.write(line + "\r\n");
    }
    return reply;
  }

  /** Waits for a reply of a category; any other fails. */
  Future<Reply> reply(Stage next, int category) {
    // Only the banner may come unasked. Another would be taken for the reply to what follows.
    if (next != Stage.BANNER && !replies.isEmpty()) {
      end(Kind.INVALID_REPLY);
    }
    if (end.isPresent()) {
      return Future.failedFuture(new SmtpFailure(next, end.get()));
    }
    enter(next);
    expectedCategory = category;
    Promise<Reply> promise = Promise.promise();
    waiting = Optional.of(promise);
    read();
    return promise.future();
  }

  /** Writes a mail and waits for the reply, which may come before the end. */
  Future<Reply> body(DotStuffedBody body) {
    Future<Reply> reply = reply(Stage.BODY, 2);
    writeMore(body);
    return reply;
  }

  /** One piece at a time, because TLS would queue all of them before it reports a full queue. */
  private void writeMore(DotStuffedBody body) {
    if (!isOpen() || stage != Stage.BODY) {
      return;
    }
    Buffer piece = body.next();
    if (body.isDone()) {
      enter(Stage.FINAL_REPLY);
    }
    // In another turn of the loop, or a fast connection would recur once for each piece.
    socket.write(piece).onComplete(written -> vertx.runOnContext(next -> writeMore(body)));
  }

  /** Encrypts the connection. Nothing that was sent in clear counts after that. */
  Future<Void> secure(ClientSSLOptions options, Optional<String> serverName) {
    if (end.isPresent()) {
      return Future.failedFuture(new SmtpFailure(Stage.TLS, end.get()));
    }
    enter(Stage.TLS);
    return socket
        .upgradeToSsl(options, serverName.orElse(null))
        .onFailure(error -> end(TlsFaults.kind(error)))
        .transform(
            done -> {
              vertx.cancelTimer(stageTimer);
              return end.<Future<Void>>map(
                      kind -> Future.failedFuture(new SmtpFailure(Stage.TLS, kind)))
                  .orElseGet(Future::succeededFuture);
            });
  }

  private Kind closing(Throwable error) {
    return stage == Stage.TLS ? TlsFaults.kind(error) : Kind.CLOSED;
  }

  private void received(Buffer bytes) {
    boolean isInClear = stage == Stage.TLS && !socket.isSsl();
    boolean isUnasked = stage != Stage.TLS && waiting.isEmpty();
    if (isInClear || isUnasked) {
      end(Kind.INVALID_REPLY);
    }
    if (isOpen()) {
      replies.add(bytes);
      read();
    }
  }

  private void read() {
    // With implicit TLS, the banner may arrive before the end of the handshake is reported.
    if (waiting.isPresent()) {
      try {
        replies.next().ifPresent(this::replied);
      } catch (InvalidReply e) {
        end(Kind.INVALID_REPLY);
      }
    }
  }

  private void replied(Reply reply) {
    boolean isTooEarly = stage == Stage.BODY && !reply.isRefusal();
    boolean isExpected = reply.category() == expectedCategory && !isTooEarly;
    vertx.cancelTimer(stageTimer);
    Promise<Reply> promise = waiting.orElseThrow();
    waiting = Optional.empty();
    // This reply counts, but what follows on the connection could not be understood.
    if (stage == Stage.BODY || !replies.isEmpty()) {
      end(Kind.INVALID_REPLY);
    } else if (reply.code() == SHUTTING_DOWN) {
      end(Kind.CLOSED);
    }
    if (isExpected) {
      promise.complete(reply);
    } else {
      promise.fail(unexpected(reply));
    }
  }

  private SmtpFailure unexpected(Reply reply) {
    if (!reply.isRefusal()) {
      end(Kind.INVALID_REPLY);
    }
    Kind kind = reply.isRefusal() ? Kind.REFUSED : Kind.INVALID_REPLY;
    return new SmtpFailure(stage, kind, Optional.of(reply));
  }

  private void enter(Stage next) {
    stage = next;
    vertx.cancelTimer(stageTimer);
    stageTimer = timer(timeouts.of(next));
  }

  private long timer(Duration time) {
    return vertx.setTimer(time.toMillis(), expired -> end(Kind.TIMEOUT));
  }

  private void end(Kind kind) {
    if (end.isPresent()) {
      return;
    }
    end = Optional.of(kind);
    vertx.cancelTimer(stageTimer);
    stopDeadline();
    socket.close();
    Optional<Promise<Reply>> waited = waiting;
    waiting = Optional.empty();
    waited.ifPresent(promise -> promise.fail(new SmtpFailure(stage, kind)));
  }
}
