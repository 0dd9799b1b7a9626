package dev.shopwire.webhook.sending;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A receiver on a loopback port that handles each complete request as a test specifies. */
final class Receiver implements AutoCloseable {
  private final NetServer server;
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private volatile String greeting = "";

  private Receiver(
      Vertx vertx,
      NetServerOptions options,
      Consumer<String> seen,
      BiConsumer<NetSocket, Integer> behavior) {
    server =
        vertx
            .createNetServer(options)
            .connectHandler(
                socket -> {
                  connections.incrementAndGet();
                  socket.write(greeting);
                  StringBuilder read = new StringBuilder();
                  socket.exceptionHandler(ended -> {});
                  socket.closeHandler(ended -> closed.incrementAndGet());
                  socket.handler(
                      bytes -> {
                        read.append(bytes.toString(StandardCharsets.ISO_8859_1));
                        // Every test sends the same body, which marks the end of a request.
                        if (read.toString().endsWith(SenderFixture.BODY)) {
                          seen.accept(read.toString());
                          read.setLength(0);
                          behavior.accept(socket, requests.incrementAndGet());
                        }
                      });
                });
    server.listen().await();
  }

  /**
   * @param behavior receives the socket and the number of the request, from 1
   */
  static Receiver at(Vertx vertx, String host, int port, BiConsumer<NetSocket, Integer> behavior) {
    return new Receiver(
        vertx, new NetServerOptions().setHost(host).setPort(port), seen -> {}, behavior);
  }

  static Receiver with(Vertx vertx, BiConsumer<NetSocket, Integer> behavior) {
    return at(vertx, "127.0.0.1", 0, behavior);
  }

  /**
   * @param seen receives the text of each request
   */
  static Receiver recording(
      Vertx vertx, Consumer<String> seen, BiConsumer<NetSocket, Integer> behavior) {
    return new Receiver(vertx, new NetServerOptions().setHost("127.0.0.1"), seen, behavior);
  }

  static Receiver responding(Vertx vertx, String response) {
    return with(vertx, (socket, request) -> socket.write(response));
  }

  /** Sends {@code greeting} when a client connects, and nothing afterwards. */
  static Receiver greeting(Vertx vertx, String greeting) {
    Receiver receiver = with(vertx, (socket, request) -> {});
    receiver.greeting = greeting;
    return receiver;
  }

  /** Closes its connections with a TCP reset. */
  static Receiver resetting(Vertx vertx, BiConsumer<NetSocket, Integer> behavior) {
    NetServerOptions options = new NetServerOptions().setHost("127.0.0.1").setPort(0);
    options.setSoLinger(0);
    return new Receiver(vertx, options, seen -> {}, behavior);
  }

  int port() {
    return server.actualPort();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + port() + "/hook");
  }

  int connections() {
    return connections.get();
  }

  int requests() {
    return requests.get();
  }

  int closed() {
    return closed.get();
  }

  @Override
  public void close() {
    server.close().await();
  }
}
