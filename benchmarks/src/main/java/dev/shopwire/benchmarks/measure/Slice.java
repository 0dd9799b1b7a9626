package dev.shopwire.benchmarks.measure;

import org.HdrHistogram.Histogram;

/** What one stretch of one way gave. For one event loop until it is merged. */
public final class Slice {
  private static final long HIGHEST_MICROS = 60_000_000;

  private final Histogram micros = new Histogram(HIGHEST_MICROS, 3);
  private long operations;
  private long nanos;
  private long refused;

  /** One answer came, to so many operations. */
  void record(int count, long latencyNanos) {
    operations += count;
    micros.recordValue(Math.min(HIGHEST_MICROS, latencyNanos / 1_000));
  }

  /** The service said that it can't take this now. */
  void refuse() {
    refused++;
  }

  void took(long elapsedNanos) {
    nanos = elapsedNanos;
  }

  static Slice merge(Iterable<Slice> parts) {
    Slice all = new Slice();
    for (Slice part : parts) {
      all.operations += part.operations;
      all.refused += part.refused;
      all.nanos = Math.max(all.nanos, part.nanos);
      all.micros.add(part.micros);
    }
    return all;
  }

  double perSecond() {
    return operations * 1e9 / nanos;
  }

  /** Empty, or how many requests were refused. */
  String refusals() {
    return refused == 0 ? "" : "  " + refused + " refused";
  }

  double millis(double percentile) {
    return micros.getValueAtPercentile(percentile) / 1e3;
  }
}
