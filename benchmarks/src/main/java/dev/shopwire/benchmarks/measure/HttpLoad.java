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
 * One keep-alive connection that sends the next request when the last answer is there and its time
 * has come. It speaks just enough HTTP/1.1 to be cheap, because it shares the processors with what
 * it measures. For one event loop.
 */
final class HttpLoad {
  private static final String OK = "HTTP/1.1 200";
  private static final String LATER = "HTTP/1.1 503";
  private static final String LENGTH = "content-length: ";

  private final Vertx vertx;
  private final Edge edge;
  private final Supplier<Request> requests;
  private final Pace pace;
  private final Slice slice;
  private final long until;
  private final Promise<Void> done = Promise.promise();
  private Request request;
  private long since;
  private Buffer answer = Buffer.buffer();
  private int answerLength;

  @SuppressWarnings("NullAway.Init") // nothing arrives before a request is sent
  private HttpLoad(
      Vertx vertx, Edge edge, Supplier<Request> requests, Pace pace, Slice slice, long until) {
    this.vertx = vertx;
    this.edge = edge;
    this.requests = requests;
    this.pace = pace;
    this.slice = slice;
    this.until = until;
  }

  static Future<Work.Connected> connect(
      Vertx vertx, Edge edge, Supplier<Request> requests, Pace pace) {
    NetClient client = vertx.createNetClient(new NetClientOptions().setTcpNoDelay(true));
    return client
        .connect(edge.port(), "127.0.0.1")
        .map(
            socket ->
                (slice, until) ->
                    new HttpLoad(vertx, edge, requests, pace, slice, until)
                        .run(socket)
                        .eventually(client::close));
  }

  /** Sends until the time is over; fails on any answer that is not as expected. */
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
   * At a pace latency counts from when it was due, so that waiting for its turn is in; a timer may
   * be a little early.
   */
  private void send(NetSocket socket, long due) {
    request = requests.get();
    long now = System.nanoTime();
    since = pace.isClosedLoop() ? now : Math.min(now, due);
    Buffer body = request.body();
    Buffer out =
        Buffer.buffer(300 + body.length())
            .appendString(request.method() + " " + request.path() + " HTTP/1.1\r\n" + edge.head());
    if (body.length() > 0) {
      out.appendString(
          "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n");
    }
    socket.write(out.appendString("\r\n").appendBuffer(body));
  }

  private void receive(NetSocket socket, Buffer chunk) {
    answer.appendBuffer(chunk);
    if (answerLength == 0) {
      answerLength = lengthOf(answer.toString(StandardCharsets.US_ASCII));
    }
    if (answerLength > 0 && answer.length() >= answerLength) {
      String text = answer.toString(StandardCharsets.US_ASCII);
      answer = Buffer.buffer();
      answerLength = 0;
      judge(socket, text);
    }
  }

  /** Of head and body; 0 while the head is not all there. */
  private static int lengthOf(String text) {
    int bodyAt = text.indexOf("\r\n\r\n") + 4;
    if (bodyAt < 4) {
      return 0;
    }
    int lengthAt = text.indexOf(LENGTH) + LENGTH.length();
    return bodyAt + Integer.parseInt(text.substring(lengthAt, text.indexOf('\r', lengthAt)));
  }

  private void judge(NetSocket socket, String text) {
    if (text.startsWith(LATER)) {
      slice.refuse(request.kind());
    } else if (text.startsWith(OK) && text.contains(request.expected())) {
      slice.record(request.kind(), request.operations(), System.nanoTime() - since);
    } else {
      done.tryFail(request.path() + " was not answered as expected: " + text);
      return;
    }
    next(socket);
  }
}
