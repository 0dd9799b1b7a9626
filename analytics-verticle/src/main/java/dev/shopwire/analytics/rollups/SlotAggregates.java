package dev.shopwire.analytics.rollups;

import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Aggregates of one slot of a block: the events and the values of their numeric properties. */
final class SlotAggregates {
  /** Aggregates of one numeric property. Not thread-safe. */
  static final class Numbers {
    /** Events that have the property. */
    long has;

    /** Events in which the property is a number. */
    long numbers;

    BigDecimal total = BigDecimal.ZERO;
    @Nullable BigDecimal least;
    @Nullable BigDecimal greatest;

    void add(@Nullable BigDecimal number) {
      has++;
      if (number != null) {
        add(1, number, number, number);
      }
    }

    void add(Numbers other) {
      has += other.has;
      if (other.numbers > 0) {
        add(other.numbers, other.total, other.least, other.greatest);
      }
    }

    private void add(
        long count, BigDecimal sum, @Nullable BigDecimal low, @Nullable BigDecimal high) {
      numbers += count;
      total = total.add(sum);
      least = least == null || (low != null && low.compareTo(least) < 0) ? low : least;
      greatest =
          greatest == null || (high != null && high.compareTo(greatest) > 0) ? high : greatest;
    }
  }

  private static final @Nullable Numbers[] NONE = {};

  long events;

  /** By index of numeric property; grown as needed. */
  private @Nullable Numbers[] overs = NONE;

  /** The aggregates of a numeric property, by its index among those of its event name. */
  Numbers numbers(int index) {
    if (index >= overs.length) {
      overs = Arrays.copyOf(overs, index + 1);
    }
    Numbers numbers = overs[index];
    if (numbers == null) {
      numbers = new Numbers();
      overs[index] = numbers;
    }
    return numbers;
  }

  @Nullable Numbers numbersOrNull(int index) {
    return index < overs.length ? overs[index] : null;
  }

  void add(SlotAggregates other) {
    events += other.events;
    for (int index = 0; index < other.overs.length; index++) {
      Numbers numbers = other.overs[index];
      if (numbers != null) {
        numbers(index).add(numbers);
      }
    }
  }
}
