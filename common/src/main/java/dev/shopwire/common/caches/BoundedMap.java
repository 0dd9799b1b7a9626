package dev.shopwire.common.caches;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that drops an entry when one more is added than it may have. Not thread-safe. */
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;
  private static final int CAPACITY = 16;
  private static final float LOAD_FACTOR = 0.75f;

  private final int maxEntries;

  private BoundedMap(int maxEntries, boolean byAccess) {
    super(CAPACITY, LOAD_FACTOR, byAccess);
    this.maxEntries = maxEntries;
  }

  /** Drops the entry that was read and written the longest ago. */
  public static <K, V> Map<K, V> leastRecentlyUsed(int maxEntries) {
    return new BoundedMap<>(maxEntries, true);
  }

  /** Drops the entry that was added first. */
  public static <K, V> Map<K, V> firstAdded(int maxEntries) {
    return new BoundedMap<>(maxEntries, false);
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > maxEntries;
  }
}
