package dev.shopwire.benchmarks.measure;

import io.vertx.core.buffer.Buffer;
import java.util.function.Supplier;

/**
 * POST requests to the public API.
 *
 * @param operations how many operations one request counts as
 * @param expected text that every response contains
 */
public record PostRequests(String path, Supplier<Buffer> bodies, int operations, String expected) {
  Request next() {
    return new Request("", "POST", path, bodies.get(), operations, expected);
  }
}
