package dev.shopwire.benchmarks.measure;

import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Reads that each connection sends in turn; each connection starts with a different one.
 *
 * @param paths by kind; latencies are recorded per kind
 * @param expected text that every response contains
 */
public record GetRequests(Map<String, String> paths, String expected) {
  private static final Buffer EMPTY = Buffer.buffer();

  /** Reads of JSON. */
  public GetRequests(Map<String, String> paths) {
    this(paths, "{");
  }

  /** Each call returns the requests of another connection. */
  Supplier<Supplier<Request>> connections() {
    List<Request> all =
        paths.entrySet().stream()
            .map(path -> new Request(path.getKey(), "GET", path.getValue(), EMPTY, 1, expected))
            .toList();
    AtomicInteger connections = new AtomicInteger();
    return () -> {
      AtomicInteger next = new AtomicInteger(connections.getAndIncrement());
      return () -> all.get(next.getAndIncrement() % all.size());
    };
  }
}
