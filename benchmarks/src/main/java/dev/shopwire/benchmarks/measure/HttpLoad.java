package dev.shopwire.benchmarks.measure;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;

/**
 * One keep-alive connection that posts the next body when the last answer is there. It speaks just
 * enough HTTP/1.1 to be cheap, because it shares the processors with what it measures. For one
 * event loop.
 */
final class HttpLoad {
  private static final Buffer OK = Buffer.buffer("HTTP/1.1 200");
  private static final Buffer LATER = Buffer.buffer("HTTP/1.1 503");
  private static final String LENGTH = "content-length: ";

  private final Posts posts;
  private final String head;
  private final Slice slice;
  private final long until;
  private final Promise<Void> done = Promise.promise();
  private Buffer answer = Buffer.buffer();
  private long sentAt;

  private HttpLoad(int port, String key, Posts posts, Slice slice, long until) {
    this.posts = posts;
    this.slice = slice;
    this.until = until;
    this.head =
        "POST "
            + posts.path()
            + " HTTP/1.1\r\nHost: 127.0.0.1:"
            + port
            + "\r\nX-Api-Key: "
            + key
            + "\r\nContent-Type: application/json\r\nContent-Length: ";
  }

  static Future<Work.Connected> connect(Vertx vertx, int port, String key, Posts posts) {
    NetClient client = vertx.createNetClient(new NetClientOptions().setTcpNoDelay(true));
    return client
        .connect(port, "127.0.0.1")
        .map(
            socket ->
                (slice, until) ->
                    new HttpLoad(port, key, posts, slice, until)
                        .run(socket)
                        .eventually(client::close));
  }

  /** Posts until the time is over; fails on any answer that is not as expected. */
  private Future<Void> run(NetSocket socket) {
    socket.handler(chunk -> receive(socket, chunk));
    socket.closeHandler(closed -> done.tryFail("the service closed a connection"));
    send(socket);
    return done.future();
  }

  private void send(NetSocket socket) {
    sentAt = System.nanoTime();
    if (sentAt >= until) {
      done.tryComplete();
      return;
    }
    Buffer body = posts.bodies().get();
    sentAt = System.nanoTime();
    socket.write(
        Buffer.buffer(head.length() + 16 + body.length())
            .appendString(head)
            .appendString(Integer.toString(body.length()))
            .appendString("\r\n\r\n")
            .appendBuffer(body));
  }

  private void receive(NetSocket socket, Buffer chunk) {
    answer = answer.length() == 0 ? chunk : answer.copy().appendBuffer(chunk);
    String text = answer.toString(StandardCharsets.US_ASCII);
    int bodyAt = text.indexOf("\r\n\r\n") + 4;
    if (bodyAt < 4) {
      return;
    }
    int lengthAt = text.indexOf(LENGTH) + LENGTH.length();
    int length = Integer.parseInt(text.substring(lengthAt, text.indexOf('\r', lengthAt)));
    if (text.length() < bodyAt + length) {
      return;
    }
    if (answer.getBuffer(0, OK.length()).equals(LATER)) {
      slice.refuse();
    } else if (!answer.getBuffer(0, OK.length()).equals(OK) || !text.contains(posts.expected())) {
      done.tryFail("not all was accepted: " + text);
      return;
    } else {
      slice.record(posts.operations(), System.nanoTime() - sentAt);
    }
    answer = Buffer.buffer();
    send(socket);
  }
}
