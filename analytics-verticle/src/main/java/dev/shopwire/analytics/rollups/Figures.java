package dev.shopwire.analytics.rollups;

import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What is added up for one slot of a block: events, and what their numeric properties hold. */
final class Figures {
  /** What one numeric property holds. Not thread-safe. */
  static final class Numbers {
    /** Events that have the property, and those in which it is a number. */
    long has;

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

  /** By the places of numeric properties; as long as it must be. */
  private @Nullable Numbers[] overs = NONE;

  /** The numbers of a numeric property, by its place among those of its event name. */
  Numbers over(int place) {
    if (place >= overs.length) {
      overs = Arrays.copyOf(overs, place + 1);
    }
    Numbers numbers = overs[place];
    if (numbers == null) {
      numbers = new Numbers();
      overs[place] = numbers;
    }
    return numbers;
  }

  @Nullable Numbers overIfAny(int place) {
    return place < overs.length ? overs[place] : null;
  }

  void add(Figures other) {
    events += other.events;
    for (int place = 0; place < other.overs.length; place++) {
      Numbers numbers = other.overs[place];
      if (numbers != null) {
        over(place).add(numbers);
      }
    }
  }
}
