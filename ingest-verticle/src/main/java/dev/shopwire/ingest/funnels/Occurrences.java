package dev.shopwire.ingest.funnels;

import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import java.util.List;

/**
 * All events that a funnel is about, put together by customer. Arrays of numbers, since there may
 * be millions. For one thread.
 */
final class Occurrences {
  /** PostgreSQL counts from 2000. */
  private static final long EPOCH_MICROS = 946_684_800_000_000L;

  private final BreakdownValues values = new BreakdownValues();
  private long[] customers = new long[0];
  private long[] keys = new long[0];
  private int[] valueOf = new int[0];
  private int size;

  /** Who is shown each customer. */
  interface Visitor {
    void visit(long customerId, CustomerEvents events, FirstValue firstValue);
  }

  /** Finds the value of the first of a customer's events that has a key. */
  interface FirstValue {
    int of(long key);
  }

  /**
   * @param packed the events of each kind
   */
  static Occurrences of(List<FunnelEvents.Packed> packed) {
    Occurrences occurrences = new Occurrences();
    for (int kind = 0; kind < packed.size(); kind++) {
      occurrences.add(kind, packed.get(kind));
    }
    return occurrences;
  }

  private void add(int kind, FunnelEvents.Packed packed) {
    grow(packed.count());
    Buffer bytes = packed.bytes();
    int at = 0;
    while (at < bytes.length()) {
      customers[size] = bytes.getLong(at);
      long micros = bytes.getLong(at + Long.BYTES) + EPOCH_MICROS;
      keys[size] = CustomerEvents.key(micros, kind);
      at += 2 * Long.BYTES;
      valueOf[size] = BreakdownValues.NONE;
      if (packed.withValues()) {
        int length = bytes.getInt(at);
        at += Integer.BYTES;
        valueOf[size] = length == 0 ? BreakdownValues.NONE : values.place(bytes, at, at + length);
        at += length;
      }
      size++;
    }
  }

  private void grow(int more) {
    customers = Arrays.copyOf(customers, size + more);
    keys = Arrays.copyOf(keys, size + more);
    valueOf = Arrays.copyOf(valueOf, size + more);
  }

  BreakdownValues values() {
    return values;
  }

  /** Shows each customer once. */
  void forEachCustomer(Visitor visitor) {
    long[] ids = Arrays.stream(customers, 0, size).sorted().distinct().toArray();
    int[] starts = group(ids);
    long[] sorted = keys.clone();
    for (int i = 0; i < ids.length; i++) {
      int from = starts[i];
      int to = starts[i + 1];
      Arrays.sort(sorted, from, to);
      visitor.visit(
          ids[i],
          new CustomerEvents(sorted, from, to),
          key -> valueOf[indexOf(key, keys, from, to)]);
    }
  }

  /**
   * Brings the events of each customer together, in the order in which they came.
   *
   * @param ids of the customers, ascending
   * @return where those of each one start, and where the last ones end
   */
  private int[] group(long[] ids) {
    int[] owner = new int[size];
    int[] starts = new int[ids.length + 1];
    for (int i = 0; i < size; i++) {
      owner[i] = Arrays.binarySearch(ids, customers[i]);
      starts[owner[i] + 1]++;
    }
    Arrays.parallelPrefix(starts, Integer::sum);
    int[] next = Arrays.copyOf(starts, ids.length);
    long[] groupedCustomers = new long[size];
    long[] groupedKeys = new long[size];
    int[] groupedValues = new int[size];
    for (int i = 0; i < size; i++) {
      int place = next[owner[i]]++;
      groupedCustomers[place] = customers[i];
      groupedKeys[place] = keys[i];
      groupedValues[place] = valueOf[i];
    }
    customers = groupedCustomers;
    keys = groupedKeys;
    valueOf = groupedValues;
    return starts;
  }

  private static int indexOf(long key, long[] keys, int from, int to) {
    int at = from;
    while (at < to - 1 && keys[at] != key) {
      at++;
    }
    return at;
  }
}
