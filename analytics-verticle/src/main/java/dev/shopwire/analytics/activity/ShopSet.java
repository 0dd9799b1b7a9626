package dev.shopwire.analytics.activity;

import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.TreeMap;

/**
 * The shops with events in one hour whose ids agree in all but the last {@link #BITS} bits, with
 * the quarter hours in which they had some. As bytes: for each shop, in the order of ids, these
 * bits and one bit per quarter hour. Not thread-safe.
 */
final class ShopSet {
  static final int BITS = 16;

  /** How many ids a set can have. */
  static final int SIZE = 1 << BITS;

  static final int ENTRY_BYTES = 3;
  static final int ALL_QUARTERS = 0b1111;

  private final Map<Integer, Integer> quarters = new TreeMap<>();

  /**
   * @return whether the shop is new
   */
  boolean add(int low, int quarter) {
    int before = quarters.getOrDefault(low, 0);
    quarters.put(low, before | (1 << quarter));
    return before == 0;
  }

  static int low(byte[] bytes, int at) {
    return ((bytes[at] & 0xff) << 8) | (bytes[at + 1] & 0xff);
  }

  static int quarters(byte[] bytes, int at) {
    return bytes[at + 2] & ALL_QUARTERS;
  }

  byte[] bytes() {
    return mergedWith(new byte[0]);
  }

  /** The union with a stored set; {@code stored} itself if that has all shops of this one. */
  byte[] mergedWith(byte[] stored) {
    ByteArrayOutputStream merged =
        new ByteArrayOutputStream(stored.length + ENTRY_BYTES * quarters.size());
    int at = 0;
    boolean isChanged = false;
    for (Map.Entry<Integer, Integer> shop : quarters.entrySet()) {
      while (at < stored.length && low(stored, at) < shop.getKey()) {
        merged.write(stored, at, ENTRY_BYTES);
        at += ENTRY_BYTES;
      }
      boolean isKnown = at < stored.length && low(stored, at) == shop.getKey();
      int before = isKnown ? quarters(stored, at) : 0;
      at += isKnown ? ENTRY_BYTES : 0;
      isChanged |= (before | shop.getValue()) != before;
      write(merged, shop.getKey(), before | shop.getValue());
    }
    merged.write(stored, at, stored.length - at);
    return isChanged ? merged.toByteArray() : stored;
  }

  private static void write(ByteArrayOutputStream out, int low, int quarters) {
    out.write(low >> 8);
    out.write(low);
    out.write(quarters);
  }
}
