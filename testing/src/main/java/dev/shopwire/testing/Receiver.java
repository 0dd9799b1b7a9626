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
 * A webhook receiver on a free port of 127.0.0.1, which records requests by path and responds with
 * the reaction set for the path, 200 by default. Thread-safe; methods block, so don't call them on
 * event loops.
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
   * @param path with a leading slash
   */
  public String url(String path) {
    return "http://127.0.0.1:" + server.actualPort() + path;
  }

  /** Sets the reaction for {@code path} from now on. */
  public void react(String path, Reaction reaction) {
    reactions.put(path, reaction);
  }

  /** All requests to {@code path}, in the order in which they were complete. */
  public List<Received> received(String path) {
    Queue<Received> all = received.get(path);
    return all == null ? List.of() : List.copyOf(all);
  }

  /** Waits until {@code path} has received at least {@code count} requests. */
  public List<Received> await(String path, int count, Duration time) {
    Poll.until(
        time,
        () -> count + " requests at " + path + ", received " + received(path).size(),
        () -> received(path).size() >= count);
    return received(path);
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
