package dev.shopwire.analytics.funnels;

import io.vertx.core.buffer.Buffer;
import java.util.Arrays;

/**
 * Groups the events of a funnel by customer, for some of the customers at a time. Uses arrays of
 * numbers, since one customer may have millions of events. Use from one thread at a time.
 */
final class CustomerEventGroups {
  /** PostgreSQL counts time from 2000. */
  private static final long EPOCH_MICROS = 946_684_800_000_000L;

  private final boolean withValues;
  private final BreakdownValues values = new BreakdownValues();
  private long[] customers = new long[0];
  private long[] keys = new long[0];
  private int[] valueOf = new int[0];
  private int size;

  /**
   * @param withValues whether each event is followed by a value: its length and its bytes
   */
  CustomerEventGroups(boolean withValues) {
    this.withValues = withValues;
  }

  /** Receives each customer. */
  interface Visitor {
    void visit(long customerId, CustomerEvents events, FirstValue firstValue);
  }

  /** Finds the value of a customer's first event with a key, as an index. */
  interface FirstValue {
    int of(long key);
  }

  /**
   * Adds {@code count} events, each encoded as one number of customer id and kind, and the time.
   */
  void add(Buffer bytes, int count) {
    grow(size + count);
    int at = 0;
    while (at < bytes.length()) {
      long customerAndKind = bytes.getLong(at);
      long micros = bytes.getLong(at + Long.BYTES) + EPOCH_MICROS;
      at += 2 * Long.BYTES;
      customers[size] = customerAndKind >> CustomerEvents.KIND_BITS;
      keys[size] = CustomerEvents.key(micros, CustomerEvents.kindOf(customerAndKind));
      if (withValues) {
        int length = bytes.getInt(at);
        at += Integer.BYTES;
        valueOf[size] = length == 0 ? BreakdownValues.NONE : values.indexOf(bytes, at, at + length);
        at += length;
      }
      size++;
    }
  }

  private void grow(int needed) {
    if (needed > customers.length) {
      int length = Math.max(needed, customers.length + customers.length / 4);
      customers = Arrays.copyOf(customers, length);
      keys = Arrays.copyOf(keys, length);
      valueOf = withValues ? Arrays.copyOf(valueOf, length) : valueOf;
    }
  }

  BreakdownValues values() {
    return values;
  }

  /** Visits each customer once, then discards the events. */
  void forEachCustomer(Visitor visitor) {
    long[] ids = ids();
    int[] starts = group(ids);
    // The order of arrival determines the first value; without values it is not needed.
    long[] sorted = withValues ? keys.clone() : keys;
    for (int i = 0; i < ids.length; i++) {
      int from = starts[i];
      int to = starts[i + 1];
      Arrays.sort(sorted, from, to);
      visitor.visit(
          ids[i],
          new CustomerEvents(sorted, from, to),
          key -> withValues ? valueOf[indexOf(key, keys, from, to)] : BreakdownValues.NONE);
    }
    size = 0;
    customers = new long[0];
    keys = new long[0];
    valueOf = new int[0];
  }

  /** The distinct customer ids, ascending. */
  private long[] ids() {
    long[] ids = Arrays.copyOf(customers, size);
    Arrays.sort(ids);
    int distinct = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || ids[i] != ids[distinct - 1]) {
        ids[distinct++] = ids[i];
      }
    }
    return Arrays.copyOf(ids, distinct);
  }

  /**
   * Groups the events by customer, in the order of arrival.
   *
   * @param ids of the customers, ascending
   * @return the index at which each customer's events start, then the end of the last ones
   */
  private int[] group(long[] ids) {
    int[] owner = new int[size];
    int[] starts = new int[ids.length + 1];
    for (int i = 0; i < size; i++) {
      owner[i] = Arrays.binarySearch(ids, customers[i]);
      starts[owner[i] + 1]++;
    }
    customers = new long[0];
    for (int i = 1; i < starts.length; i++) {
      starts[i] += starts[i - 1];
    }
    int[] next = Arrays.copyOf(starts, ids.length);
    long[] groupedKeys = new long[size];
    int[] groupedValues = new int[withValues ? size : 0];
    for (int i = 0; i < size; i++) {
      int target = next[owner[i]]++;
      groupedKeys[target] = keys[i];
      if (withValues) {
        groupedValues[target] = valueOf[i];
      }
    }
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
