package dev.shopwire.sources.figures;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

/** Instants or dates in order, in which one is found by binary search. Thread-safe. */
final class Boundaries {
  private static final long NANOS = 1_000_000_000;
  private static final long MAX_SECONDS = Long.MAX_VALUE / NANOS - 1;

  private final long[] values;

  private Boundaries(long[] values) {
    this.values = values;
  }

  /**
   * @param instants none of which is before the previous one
   */
  static Boundaries of(List<Instant> instants) {
    return new Boundaries(instants.stream().mapToLong(Boundaries::nanos).toArray());
  }

  /** The local dates of instants, as days since 1970. */
  static Boundaries ofDates(List<Instant> instants, ZoneId zone) {
    return new Boundaries(
        instants.stream().mapToLong(at -> LocalDate.ofInstant(at, zone).toEpochDay()).toArray());
  }

  /** Nanoseconds since 1970; the greatest or least value for instants centuries from now. */
  static long nanos(Instant instant) {
    long seconds = instant.getEpochSecond();
    if (seconds > MAX_SECONDS) {
      return Long.MAX_VALUE;
    }
    return seconds < -MAX_SECONDS ? Long.MIN_VALUE : seconds * NANOS + instant.getNano();
  }

  int size() {
    return values.length;
  }

  long at(int index) {
    return values[index];
  }

  /** The index of the first one after {@code value}; the size if there is none. */
  int after(long value) {
    int low = 0;
    int high = values.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (values[middle] <= value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
