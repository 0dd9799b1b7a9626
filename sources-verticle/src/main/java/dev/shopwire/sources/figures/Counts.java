package dev.shopwire.sources.figures;

/**
 * A count for each bucket, collected by ranges of buckets in constant time each. Not thread-safe.
 */
final class Counts {
  private final long[] steps;

  Counts(int buckets) {
    this.steps = new long[buckets + 1];
  }

  /** Adds {@code count} to the buckets from {@code from} to before {@code to}. */
  void add(int from, int to, long count) {
    if (from < to) {
      steps[from] += count;
      steps[to] -= count;
    }
  }

  long[] totals() {
    long[] totals = new long[steps.length - 1];
    long total = 0;
    for (int i = 0; i < totals.length; i++) {
      total += steps[i];
      totals[i] = total;
    }
    return totals;
  }
}
