package dev.shopwire.app.operations;

import dev.shopwire.testing.ServiceProcess;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Opens connections of abusive clients: some do nothing, some do not read responses, some send a
 * large body byte by byte. Clients that are disconnected connect again.
 */
final class OverloadSlowClients {
  private static final int IDLE = 1_000;
  private static final int UNREADING = 100;
  private static final int UPLOADING = 400;
  private static final int PIPELINED = 20;

  /** All uploads together are larger than the heap. */
  private static final int UPLOAD_BYTES = 1_000_000;

  private static final int SLOW_BYTES = 1_000;
  private static final long RECONNECT_MILLIS = 3_000;

  private final Vertx vertx;
  private final NetClient client;
  private final int port;
  private final String key;
  private final Map<String, AtomicInteger> counts = new ConcurrentSkipListMap<>();
  private volatile boolean closed;

  OverloadSlowClients(Vertx vertx, ServiceProcess service, String key) {
    this.vertx = vertx;
    this.port = URI.create(service.httpUrl()).getPort();
    this.key = key;
    // A small buffer, so that unread responses are buffered by the service.
    this.client =
        vertx.createNetClient(
            new NetClientOptions().setReceiveBufferSize(4_096).setReconnectAttempts(0));
  }

  void open() {
    for (int i = 0; i < IDLE; i++) {
      connect("idle", socket -> {});
    }
    openUnreading(UNREADING);
    for (int i = 0; i < UPLOADING; i++) {
      connect("uploading", this::upload);
    }
  }

  /** Opens clients that request lists of large events, one after the other, and read nothing. */
  void openUnreading(int clients) {
    for (int i = 0; i < clients; i++) {
      connect("unreading", this::requestWithoutReading);
    }
  }

  private void connect(String kind, Consumer<NetSocket> onConnect) {
    if (closed) {
      return;
    }
    client
        .connect(port, "127.0.0.1")
        .onSuccess(
            socket -> {
              count(kind);
              socket.exceptionHandler(broken -> {});
              socket.closeHandler(
                  closing -> {
                    count(kind + " disconnected");
                    vertx.setTimer(RECONNECT_MILLIS, timer -> connect(kind, onConnect));
                  });
              onConnect.accept(socket);
            })
        .onFailure(error -> vertx.setTimer(RECONNECT_MILLIS, timer -> connect(kind, onConnect)));
  }

  private void count(String what) {
    counts.computeIfAbsent(what, name -> new AtomicInteger()).incrementAndGet();
  }

  private void requestWithoutReading(NetSocket socket) {
    socket.pause();
    String request =
        "GET /v1/usage_events?take=1000 HTTP/1.1\r\nHost: a\r\nX-Api-Key: " + key + "\r\n\r\n";
    socket.write(request.repeat(PIPELINED));
  }

  private void upload(NetSocket socket) {
    String head =
        "POST /v1/usage_events HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nX-Api-Key: "
            + key
            + "\r\nContent-Length: "
            + UPLOAD_BYTES
            + "\r\n\r\n";
    socket.handler(response -> socket.close());
    socket.write(Buffer.buffer(head).appendBytes(new byte[UPLOAD_BYTES - SLOW_BYTES]));
    long timer =
        vertx.setPeriodic(
            100,
            id -> {
              if (!socket.writeQueueFull()) {
                socket.write(Buffer.buffer(new byte[1]));
              }
            });
    socket.endHandler(ended -> vertx.cancelTimer(timer));
  }

  void close() {
    closed = true;
    client.close().await();
  }

  @Override
  public String toString() {
    return counts.toString();
  }
}
