package dev.shopwire.benchmarks.measure;

import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Reads of the service that each connection makes in turn, each from another one on.
 *
 * @param paths by the kinds that latencies are told apart by
 */
public record Gets(Map<String, String> paths) {
  private static final Buffer NOTHING = Buffer.buffer();

  /** For each call the requests of one more connection. */
  Supplier<Supplier<Request>> connections() {
    List<Request> all =
        paths.entrySet().stream()
            .map(path -> new Request(path.getKey(), "GET", path.getValue(), NOTHING, 1, "{"))
            .toList();
    AtomicInteger connections = new AtomicInteger();
    return () -> {
      AtomicInteger next = new AtomicInteger(connections.getAndIncrement());
      return () -> all.get(next.getAndIncrement() % all.size());
    };
  }
}
