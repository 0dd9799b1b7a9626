package dev.shopwire.benchmarks.measure;

import io.vertx.core.buffer.Buffer;
import java.util.function.Supplier;

/**
 * Calls of the public API.
 *
 * @param operations that one call counts for
 * @param expected what every answer contains
 */
public record Posts(String path, Supplier<Buffer> bodies, int operations, String expected) {
  Request next() {
    return new Request("", "POST", path, bodies.get(), operations, expected);
  }
}
