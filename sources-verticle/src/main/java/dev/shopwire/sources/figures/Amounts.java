package dev.shopwire.sources.figures;

import java.math.BigDecimal;
import java.util.Arrays;

/**
 * An exact amount for each bucket, collected by ranges of buckets in constant time each. Not
 * thread-safe.
 */
final class Amounts {
  private final BigDecimal[] steps;
  private final BigDecimal[] single;

  Amounts(int buckets) {
    this.steps = new BigDecimal[buckets];
    this.single = new BigDecimal[buckets];
    Arrays.fill(steps, BigDecimal.ZERO);
    Arrays.fill(single, BigDecimal.ZERO);
  }

  /** Adds {@code amount} to one bucket. */
  void add(int bucket, BigDecimal amount) {
    if (amount.signum() != 0) {
      single[bucket] = single[bucket].add(amount);
    }
  }

  /** Adds {@code amount} to the buckets from {@code from} to before {@code to}. */
  void add(int from, int to, BigDecimal amount) {
    if (from < to) {
      steps[from] = steps[from].add(amount);
      if (to < single.length) {
        steps[to] = steps[to].subtract(amount);
      }
    }
  }

  BigDecimal[] totals() {
    BigDecimal[] totals = new BigDecimal[steps.length];
    BigDecimal total = BigDecimal.ZERO;
    for (int i = 0; i < totals.length; i++) {
      total = total.add(steps[i]);
      totals[i] = total.add(single[i]);
    }
    return totals;
  }
}
