package dev.shopwire.automation.mail.imap;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes commands to a socket, one at a time, and collects their responses, within deadlines that
 * no byte of the server prolongs. It ends, and closes the socket, at the first fault; every step
 * after that fails. Confined to the socket's event loop.
 */
final class ImapChannel {
  private static final long NO_TIMER = -1;

  /** Untagged ones, to one command. */
  private static final int MAX_RESPONSES = 1_000;

  /** That the server sends in response to one command, and of which a part waits to be read. */
  private static final long MAX_BYTES = 3 << 20;

  private static final String GREETING = "*";

  private final Vertx vertx;
  private final NetSocket socket;
  private final Duration stepTime;
  private final ResponseReader reader = new ResponseReader();
  private final List<ImapResponse> responses = new ArrayList<>();
  private final long sessionTimer;
  private Optional<Promise<List<ImapResponse>>> waiting = Optional.empty();
  private Optional<ImapFailure> end = Optional.empty();
  private boolean isSecure;
  private String tag = GREETING;
  private String step = "connecting";
  private int commands;
  private long received;
  private long stepTimer = NO_TIMER;

  ImapChannel(Vertx vertx, NetSocket socket, Duration stepTime, Duration sessionTime) {
    this.vertx = vertx;
    this.socket = socket;
    this.stepTime = stepTime;
    this.sessionTimer =
        vertx.setTimer(sessionTime.toMillis(), passed -> end("reading takes too long"));
    socket.handler(this::received);
    socket.exceptionHandler(error -> end("the connection has failed"));
    socket.closeHandler(closed -> end("the server has closed the connection"));
  }

  /** Encrypts the connection, before anything else. */
  Future<Void> secure(ClientSSLOptions options, Optional<String> serverName) {
    startTimer();
    return socket
        .upgradeToSsl(options, serverName.orElse(null))
        .transform(
            done -> {
              if (done.failed()) {
                end("the TLS handshake has failed, or the certificate is not valid for this host");
              }
              isSecure = true;
              return end.<Future<Void>>map(Future::failedFuture).orElseGet(Future::succeededFuture);
            });
  }

  /** Waits for the first line of the server. */
  Future<Void> greeting() {
    return await("greeting")
        .compose(
            lines ->
                lines.get(0).line().regionMatches(true, 0, "* OK", 0, 4)
                    ? Future.succeededFuture()
                    : Future.failedFuture(end("the server refuses connections")));
  }

  /**
   * Writes a command and waits for its end.
   *
   * @param what names it to users
   * @return its untagged responses; fails if it was not done
   */
  Future<List<ImapResponse>> command(String what, String text) {
    if (end.isPresent()) {
      return Future.failedFuture(end.get());
    }
    commands++;
    tag = "A" + commands;
    Future<List<ImapResponse>> done = await(what);
    socket.write(tag + " " + text + "\r\n", "ISO-8859-1");
    return done;
  }

  private Future<List<ImapResponse>> await(String what) {
    if (end.isPresent()) {
      return Future.failedFuture(end.get());
    }
    step = what;
    received = 0;
    responses.clear();
    startTimer();
    Promise<List<ImapResponse>> promise = Promise.promise();
    waiting = Optional.of(promise);
    read();
    return promise.future();
  }

  private void startTimer() {
    vertx.cancelTimer(stepTimer);
    stepTimer = vertx.setTimer(stepTime.toMillis(), passed -> end("no answer in time: " + step));
  }

  private void received(Buffer bytes) {
    received += bytes.length();
    if (!isSecure && !socket.isSsl()) {
      end("the server does not begin with TLS");
    } else if (received > MAX_BYTES) {
      end("the server sends too much");
    }
    if (end.isEmpty()) {
      reader.add(bytes);
      read();
    }
  }

  private void read() {
    try {
      while (waiting.isPresent()) {
        Optional<ImapResponse> next = reader.next();
        if (next.isEmpty()) {
          return;
        }
        add(next.get());
      }
    } catch (ImapFailure e) {
      end(e.problem());
    }
  }

  private void add(ImapResponse response) {
    if (tag.equals(GREETING)) {
      complete(List.of(response));
    } else if (response.isTagged(tag)) {
      if (response.isOk(tag)) {
        complete(List.copyOf(responses));
      } else {
        end("the server refuses: " + step);
      }
    } else if (responses.size() >= MAX_RESPONSES || response.isContinuation()) {
      end("the server does not speak IMAP as expected");
    } else {
      responses.add(response);
    }
  }

  private void complete(List<ImapResponse> result) {
    vertx.cancelTimer(stepTimer);
    Promise<List<ImapResponse>> promise = waiting.orElseThrow();
    waiting = Optional.empty();
    promise.complete(result);
  }

  void close() {
    end("the connection was closed");
  }

  private ImapFailure end(String problem) {
    if (end.isEmpty()) {
      ImapFailure failure = new ImapFailure(problem);
      end = Optional.of(failure);
      vertx.cancelTimer(stepTimer);
      vertx.cancelTimer(sessionTimer);
      socket.close();
      Optional<Promise<List<ImapResponse>>> waited = waiting;
      waiting = Optional.empty();
      waited.ifPresent(promise -> promise.fail(failure));
    }
    return end.get();
  }
}
