package dev.shopwire.sources.frozen;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Why figures changed.
 *
 * @param events the ids of the records, at most {@link #MAX_EVENTS}
 */
record Reason(Cause cause, List<String> events) {
  static final int MAX_EVENTS = 20;

  static Reason of(Cause cause) {
    return new Reason(cause, List.of());
  }

  Reason and(Reason other) {
    Set<String> all = new LinkedHashSet<>(events);
    all.addAll(other.events());
    return new Reason(Cause.last(cause, other.cause()), all.stream().limit(MAX_EVENTS).toList());
  }
}
