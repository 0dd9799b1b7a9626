package dev.shopwire.app.segments.tracking;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Collects how long after their causes transitions could be read. Thread-safe. */
final class Latencies {
  private record Latency(long millis, String what) {}

  private final List<Latency> all = Collections.synchronizedList(new ArrayList<>());

  void add(long startNanos, String what) {
    all.add(new Latency((System.nanoTime() - startNanos) / 1_000_000, what));
  }

  long worstMillis() {
    return sorted().stream().mapToLong(Latency::millis).max().orElse(0);
  }

  private List<Latency> sorted() {
    synchronized (all) {
      return all.stream().sorted((one, other) -> Long.compare(one.millis, other.millis)).toList();
    }
  }

  /** The number, the median and the worst. */
  @Override
  public String toString() {
    List<Latency> sorted = sorted();
    if (sorted.isEmpty()) {
      return "none";
    }
    Latency worst = sorted.get(sorted.size() - 1);
    return "%d, median %d ms, worst %d ms (%s)"
        .formatted(sorted.size(), sorted.get(sorted.size() / 2).millis, worst.millis, worst.what);
  }
}
