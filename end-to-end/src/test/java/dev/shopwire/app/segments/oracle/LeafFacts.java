package dev.shopwire.app.segments.oracle;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the reference knows of a leaf and a customer.
 *
 * @param value what an explanation shows: a plain value, an {@code Instant}, or null
 * @param times of what the leaf tests: time can change its result only when one of its bounds
 *     passes one of them
 * @param evidence descriptions of what supports the value, newest first if it has an order
 */
record LeafFacts(
    boolean result, @Nullable Object value, List<Instant> times, List<String> evidence) {

  static LeafFacts of(boolean result) {
    return new LeafFacts(result, null, List.of(), List.of());
  }
}
