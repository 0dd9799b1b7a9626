package dev.shopwire.analytics.funnels;

/**
 * One customer's events of a funnel, each encoded as a {@link #key}, in time order. Valid only
 * during the visit: the array is reused.
 */
final class CustomerEvents {
  /** Bits of a key for the kind: enough for all kinds of a funnel. */
  static final int KIND_BITS = 4;

  private static final long KIND_MASK = (1L << KIND_BITS) - 1;

  private final long[] keys;
  private final int from;
  private final int to;

  /**
   * @param keys ascending from {@code from} (inclusive) to {@code to} (exclusive)
   */
  CustomerEvents(long[] keys, int from, int to) {
    this.keys = keys;
    this.from = from;
    this.to = to;
  }

  /** Encodes an event as one number, in which every valid timestamp fits. */
  static long key(long micros, int kind) {
    return (micros << KIND_BITS) | kind;
  }

  /** The kind in a {@link #key}, or in any number encoded in the same way. */
  static int kindOf(long key) {
    return (int) (key & KIND_MASK);
  }

  int size() {
    return to - from;
  }

  long micros(int i) {
    return keys[from + i] >> KIND_BITS;
  }

  int kind(int i) {
    return kindOf(keys[from + i]);
  }

  /** The times of the events by kind. */
  long[][] timesByKind(int kinds) {
    int[] counts = new int[kinds];
    for (int i = 0; i < size(); i++) {
      counts[kind(i)]++;
    }
    long[][] times = new long[kinds][];
    for (int kind = 0; kind < kinds; kind++) {
      times[kind] = new long[counts[kind]];
    }
    for (int i = size() - 1; i >= 0; i--) {
      times[kind(i)][--counts[kind(i)]] = micros(i);
    }
    return times;
  }
}
