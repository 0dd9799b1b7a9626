package dev.shopwire.analytics.funnels;

import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A growable list of numbers. */
final class LongList {
  private static final BigDecimal TWICE_MICROS = BigDecimal.valueOf(2_000_000);

  private long[] values = new long[0];
  private int size;

  void add(long value) {
    grow(size + 1);
    values[size++] = value;
  }

  void add(LongList other) {
    grow(size + other.size);
    System.arraycopy(other.values, 0, values, size, other.size);
    size += other.size;
  }

  private void grow(int needed) {
    if (needed > values.length) {
      values = Arrays.copyOf(values, Math.max(needed, size + size / 2));
    }
  }

  /** The exact median, in seconds, of durations in microseconds; null if there are none. */
  @Nullable BigDecimal medianSeconds() {
    if (size == 0) {
      return null;
    }
    long[] sorted = Arrays.copyOf(values, size);
    Arrays.sort(sorted);
    BigDecimal sum =
        BigDecimal.valueOf(sorted[(size - 1) / 2]).add(BigDecimal.valueOf(sorted[size / 2]));
    BigDecimal seconds = sum.divide(TWICE_MICROS).stripTrailingZeros();
    return seconds.scale() < 0 ? seconds.setScale(0) : seconds;
  }
}
