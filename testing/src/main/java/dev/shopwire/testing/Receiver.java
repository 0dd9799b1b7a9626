package dev.shopwire.testing;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A receiver of webhooks on a free port of 127.0.0.1, which keeps what it is sent, by path, and
 * reacts as each path is told to; with 200 unless told otherwise. Thread-safe; methods block, and
 * are not for event loops.
 */
public final class Receiver implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final Map<String, Queue<Received>> received = new ConcurrentHashMap<>();
  private final Map<String, Reaction> reactions = new ConcurrentHashMap<>();
  private final HttpServer server;

  public Receiver() {
    this.server =
        vertx.createHttpServer().requestHandler(this::receive).listen(0, "127.0.0.1").await();
  }

  private void receive(HttpServerRequest request) {
    long nanos = System.nanoTime();
    request.bodyHandler(body -> react(request, body, nanos));
  }

  private void react(HttpServerRequest request, Buffer body, long nanos) {
    Map<String, String> headers = new TreeMap<>();
    request
        .headers()
        .forEach(
            (name, value) ->
                headers.merge(name.toLowerCase(Locale.ROOT), value, (a, b) -> a + "," + b));
    Received one = new Received(request.path(), headers, body, nanos);
    received.computeIfAbsent(one.path(), path -> new ConcurrentLinkedQueue<>()).add(one);
    reactions.getOrDefault(one.path(), Reaction.status(200)).to(one, request);
  }

  /**
   * @param path with a slash
   */
  public String url(String path) {
    return "http://127.0.0.1:" + server.actualPort() + path;
  }

  /** From now on. */
  public void react(String path, Reaction reaction) {
    reactions.put(path, reaction);
  }

  /** All that came to {@code path}, in the order in which it was whole. */
  public List<Received> received(String path) {
    Queue<Received> all = received.get(path);
    return all == null ? List.of() : List.copyOf(all);
  }

  /** Waits until at least so many came to {@code path}. */
  public List<Received> await(String path, int count, Duration time) {
    Poll.until(
        time,
        () -> count + " requests at " + path + ", there are " + received(path).size(),
        () -> received(path).size() >= count);
    return received(path);
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
