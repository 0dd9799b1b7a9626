package dev.shopwire.sources.figures;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

/** Instants or dates in order, in which one is found fast. Thread-safe. */
final class Boundaries {
  private static final long NANOS = 1_000_000_000;
  private static final long MAX_SECONDS = Long.MAX_VALUE / NANOS - 1;

  private final long[] values;

  /** How many of them there are in a unit, on average. */
  private final double perUnit;

  private Boundaries(long[] values) {
    this.values = values;
    long length = values.length < 2 ? 0 : values[values.length - 1] - values[0];
    this.perUnit = length == 0 ? 0 : (values.length - 1) / (double) length;
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
    int size = values.length;
    if (size == 0 || value < values[0]) {
      return 0;
    }
    if (value >= values[size - 1]) {
      return size;
    }
    // Buckets are about equally long, so the guess is rarely wrong by more than one.
    int index = (int) ((value - values[0]) * perUnit);
    while (values[index] > value) {
      index--;
    }
    while (values[index] <= value) {
      index++;
    }
    return index;
  }
}
