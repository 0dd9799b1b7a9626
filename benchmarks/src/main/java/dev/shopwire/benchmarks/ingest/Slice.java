package dev.shopwire.benchmarks.ingest;

import org.HdrHistogram.Histogram;

/** What one stretch of one way of writing gave. For one event loop until it is merged. */
final class Slice {
  private static final long HIGHEST_MICROS = 60_000_000;

  private final Histogram micros = new Histogram(HIGHEST_MICROS, 3);
  private long events;
  private long nanos;
  private long refused;

  void record(int eventCount, long latencyNanos) {
    events += eventCount;
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
      all.events += part.events;
      all.refused += part.refused;
      all.nanos = Math.max(all.nanos, part.nanos);
      all.micros.add(part.micros);
    }
    return all;
  }

  double eventsPerSecond() {
    return events * 1e9 / nanos;
  }

  /** Empty, or how many requests were refused. */
  String refusals() {
    return refused == 0 ? "" : "  " + refused + " refused";
  }

  double millis(double percentile) {
    return micros.getValueAtPercentile(percentile) / 1e3;
  }
}
