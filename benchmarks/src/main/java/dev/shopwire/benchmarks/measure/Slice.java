package dev.shopwire.benchmarks.measure;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** What one stretch of one way gave. For one event loop until it is merged. */
public final class Slice {
  private static final long HIGHEST_MICROS = 60_000_000;

  private final Histogram micros = new Histogram(HIGHEST_MICROS, 3);
  private final Map<String, Slice> kinds = new TreeMap<>();
  private long operations;
  private long nanos;
  private long refused;

  /** One answer came, to so many operations. */
  void record(int count, long latencyNanos) {
    operations += count;
    micros.recordValue(Math.min(HIGHEST_MICROS, latencyNanos / 1_000));
  }

  /**
   * The same, of one kind of request.
   *
   * @param kind empty if it has none
   */
  void record(String kind, int count, long latencyNanos) {
    record(count, latencyNanos);
    if (!kind.isEmpty()) {
      ofKind(kind).record(count, latencyNanos);
    }
  }

  /** The service said that it can't do this now. */
  void refuse(String kind) {
    refused++;
    if (!kind.isEmpty()) {
      ofKind(kind).refuse("");
    }
  }

  private Slice ofKind(String kind) {
    return kinds.computeIfAbsent(kind, name -> new Slice());
  }

  void took(long elapsedNanos) {
    nanos = elapsedNanos;
    kinds.values().forEach(kind -> kind.took(elapsedNanos));
  }

  /** Of slices that lie side by side in time. */
  static Slice merge(Iterable<Slice> parts) {
    Slice all = new Slice();
    for (Slice part : parts) {
      all.add(part);
      all.nanos = Math.max(all.nanos, part.nanos);
    }
    return all;
  }

  /** Adds a slice of a later time. */
  public void append(Slice later) {
    add(later);
    took(nanos + later.nanos);
  }

  private void add(Slice part) {
    operations += part.operations;
    refused += part.refused;
    micros.add(part.micros);
    part.kinds.forEach((name, kind) -> ofKind(name).add(kind));
  }

  /** By the kinds of its requests, those that have one. */
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

  /** Empty, or how many requests were refused. */
  String refusals() {
    return refused == 0 ? "" : "  " + refused + " refused";
  }

  public double millis(double percentile) {
    return micros.getValueAtPercentile(percentile) / 1e3;
  }
}
