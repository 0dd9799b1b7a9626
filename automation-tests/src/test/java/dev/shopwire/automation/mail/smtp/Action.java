package dev.shopwire.automation.mail.smtp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;

/** What a scripted server does at a moment instead of what it should. */
interface Action {
  void run(Vertx vertx, NetSocket socket);

  Action DROP = (vertx, socket) -> socket.close();

  Action HANG = (vertx, socket) -> {};

  /** A byte of a reply that never ends, again and again. */
  Action DRIP =
      (vertx, socket) -> {
        socket.write("250-");
        long timer = vertx.setPeriodic(10, tick -> socket.write("x"));
        socket.closeHandler(closed -> vertx.cancelTimer(timer));
      };

  Action GARBAGE = (vertx, socket) -> socket.write("HTTP/1.1 400 Bad Request\r\n\r\n");

  Action BINARY = (vertx, socket) -> socket.write(Buffer.buffer(new byte[] {0, -1, 10, 13, 10}));

  Action ENDLESS_LINE = (vertx, socket) -> socket.write("250 " + "x".repeat(1_000_000));

  Action MANY_LINES =
      (vertx, socket) ->
          socket.write(Buffer.buffer("250-line\r\n".repeat(100_000).getBytes(US_ASCII)));

  Action TWO_CODES = (vertx, socket) -> socket.write("250-one\r\n251 two\r\n");

  static Action reply(String reply) {
    return (vertx, socket) -> socket.write(reply + "\r\n");
  }
}
