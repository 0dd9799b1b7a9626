package dev.shopwire.benchmarks.measure;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * Sends requests on one keep-alive connection, each after the previous response and not before it
 * is due. Implements just enough HTTP/1.1 to be cheap, because it shares the processors with what
 * it measures. Not thread-safe; use from one event loop.
 */
final class HttpLoad {
  private static final String OK = "HTTP/1.1 200";
  private static final String UNAVAILABLE = "HTTP/1.1 503";
  private static final String LENGTH = "content-length: ";

  private final Vertx vertx;
  private final Target target;
  private final Supplier<Request> requests;
  private final Pace pace;
  private final Slice slice;
  private final long until;
  private final Promise<Void> done = Promise.promise();
  private Request request;
  private long startedAt;
  private Buffer response = Buffer.buffer();
  private int responseLength;

  @SuppressWarnings("NullAway.Init") // no response arrives before a request is set
  private HttpLoad(
      Vertx vertx, Target target, Supplier<Request> requests, Pace pace, Slice slice, long until) {
    this.vertx = vertx;
    this.target = target;
    this.requests = requests;
    this.pace = pace;
    this.slice = slice;
    this.until = until;
  }

  static Future<Work.Connected> connect(
      Vertx vertx, Target target, Supplier<Request> requests, Pace pace) {
    NetClient client = vertx.createNetClient(new NetClientOptions().setTcpNoDelay(true));
    return client
        .connect(target.port(), "127.0.0.1")
        .map(
            socket ->
                (slice, until) ->
                    new HttpLoad(vertx, target, requests, pace, slice, until)
                        .run(socket)
                        .eventually(client::close));
  }

  /** Sends requests until the end of the slice; fails on an unexpected response. */
  private Future<Void> run(NetSocket socket) {
    socket.handler(chunk -> receive(socket, chunk));
    socket.closeHandler(closed -> done.tryFail("the service closed a connection"));
    next(socket);
    return done.future();
  }

  private void next(NetSocket socket) {
    long now = System.nanoTime();
    long due = pace.next(now);
    if (Math.max(now, due) >= until) {
      done.tryComplete();
      return;
    }
    long millis = (due - now) / 1_000_000;
    if (millis > 0) {
      vertx.setTimer(millis, timer -> send(socket, due));
    } else {
      send(socket, due);
    }
  }

  /**
   * At a fixed pace, latency counts from when the request was due, so that it includes the wait for
   * the previous response; a timer may fire slightly early.
   */
  private void send(NetSocket socket, long due) {
    request = requests.get();
    long now = System.nanoTime();
    startedAt = pace.isClosedLoop() ? now : Math.min(now, due);
    Buffer body = request.body();
    Buffer out =
        Buffer.buffer(300 + body.length())
            .appendString(
                request.method() + " " + request.path() + " HTTP/1.1\r\n" + target.head());
    if (body.length() > 0) {
      out.appendString(
          "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n");
    }
    socket.write(out.appendString("\r\n").appendBuffer(body));
  }

  private void receive(NetSocket socket, Buffer chunk) {
    response.appendBuffer(chunk);
    if (responseLength == 0) {
      responseLength = lengthOf(response.toString(StandardCharsets.US_ASCII));
    }
    if (responseLength > 0 && response.length() >= responseLength) {
      String text = response.toString(StandardCharsets.US_ASCII);
      response = Buffer.buffer();
      responseLength = 0;
      recordResult(socket, text);
    }
  }

  /** The length of head and body; 0 while the head is incomplete. */
  private static int lengthOf(String text) {
    int bodyAt = text.indexOf("\r\n\r\n") + 4;
    if (bodyAt < 4) {
      return 0;
    }
    int lengthAt = text.indexOf(LENGTH) + LENGTH.length();
    return bodyAt + Integer.parseInt(text.substring(lengthAt, text.indexOf('\r', lengthAt)));
  }

  private void recordResult(NetSocket socket, String text) {
    if (text.startsWith(UNAVAILABLE)) {
      slice.recordRefusal(request.kind());
    } else if (text.startsWith(OK) && text.contains(request.expected())) {
      slice.record(request.kind(), request.operations(), System.nanoTime() - startedAt);
    } else {
      done.tryFail(request.path() + ": unexpected response: " + text);
      return;
    }
    next(socket);
  }
}
