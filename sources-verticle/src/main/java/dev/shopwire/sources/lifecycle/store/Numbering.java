package dev.shopwire.sources.lifecycle.store;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Numbers values from 1 on, in the order in which they appear; 0 is none. Not thread-safe. */
final class Numbering<T> {
  private final Map<T, Integer> numbers = new LinkedHashMap<>();

  int of(Optional<T> value) {
    return value
        .map(
            present -> {
              Integer known = numbers.putIfAbsent(present, numbers.size() + 1);
              return known == null ? numbers.size() : known;
            })
        .orElse(0);
  }

  List<T> values() {
    return List.copyOf(numbers.keySet());
  }
}
