package dev.shopwire.benchmarks.measure;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** The measurements of one variant in one time slice. Not thread-safe; use from one event loop. */
public final class Slice {
  private static final long HIGHEST_MICROS = 60_000_000;

  private final Histogram micros = new Histogram(HIGHEST_MICROS, 3);
  private final Map<String, Slice> kinds = new TreeMap<>();
  private long operations;
  private long nanos;
  private long refused;

  /** Records a response that completes {@code count} operations. */
  void record(int count, long latencyNanos) {
    operations += count;
    micros.recordValue(Math.min(HIGHEST_MICROS, latencyNanos / 1_000));
  }

  /**
   * Records a response, also under the kind of its request.
   *
   * @param kind empty if it has none
   */
  void record(String kind, int count, long latencyNanos) {
    record(count, latencyNanos);
    if (!kind.isEmpty()) {
      ofKind(kind).record(count, latencyNanos);
    }
  }

  /** Records a response with 503. */
  void recordRefusal(String kind) {
    refused++;
    if (!kind.isEmpty()) {
      ofKind(kind).recordRefusal("");
    }
  }

  private Slice ofKind(String kind) {
    return kinds.computeIfAbsent(kind, name -> new Slice());
  }

  void setElapsed(long elapsedNanos) {
    nanos = elapsedNanos;
    kinds.values().forEach(kind -> kind.setElapsed(elapsedNanos));
  }

  /** Merges slices that were measured at the same time. */
  static Slice merge(Iterable<Slice> parts) {
    Slice all = new Slice();
    for (Slice part : parts) {
      all.add(part);
      all.nanos = Math.max(all.nanos, part.nanos);
    }
    return all;
  }

  /** Adds a later slice. */
  public void append(Slice later) {
    add(later);
    setElapsed(nanos + later.nanos);
  }

  private void add(Slice part) {
    operations += part.operations;
    refused += part.refused;
    micros.add(part.micros);
    part.kinds.forEach((name, kind) -> ofKind(name).add(kind));
  }

  /** The slices of the requests that have a kind, by kind. */
  public Map<String, Slice> kinds() {
    return kinds;
  }

  public double perSecond() {
    return operations * 1e9 / nanos;
  }

  public long operations() {
    return operations;
  }

  public long refused() {
    return refused;
  }

  /** A text with the number of refused requests; empty if there are none. */
  String refusals() {
    return refused == 0 ? "" : "  " + refused + " refused";
  }

  public double millis(double percentile) {
    return micros.getValueAtPercentile(percentile) / 1e3;
  }
}
