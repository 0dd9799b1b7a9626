package dev.shopwire.analytics.funnels;

/**
 * One customer's events that a funnel is about, each a {@link #key}, in the order of time. Valid
 * only while it is visited: the array is used again.
 */
final class CustomerEvents {
  /** A funnel has fewer kinds of events than fit in so many bits. */
  static final int KIND_BITS = 4;

  private static final long KIND_MASK = (1L << KIND_BITS) - 1;

  private final long[] keys;
  private final int from;
  private final int to;

  /**
   * @param keys from {@code from} to before {@code to}, ascending
   */
  CustomerEvents(long[] keys, int from, int to) {
    this.keys = keys;
    this.from = from;
    this.to = to;
  }

  /** An event as one number; those of all years that a timestamp may have fit. */
  static long key(long micros, int kind) {
    return (micros << KIND_BITS) | kind;
  }

  /** The kind in a {@link #key}, or in any number that was made like it. */
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

  /** The times of each kind of event. */
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
