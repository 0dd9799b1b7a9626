package dev.shopwire.analytics.activity;

import dev.shopwire.analytics.query.ReadCache;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.roaringbitmap.RoaringBitmap;

/**
 * The shops of one bucket.
 *
 * @param version of the sets that they were read from
 * @param parts the last bits of their ids by all other bits; not empty
 * @param count how many they are
 */
record BucketShops(long version, SortedMap<Integer, RoaringBitmap> parts, long count, long bytes)
    implements ReadCache.Value {
  /** Of a part besides its ids: the objects that hold them. */
  private static final int PART_BYTES = 200;

  /** Of a bucket besides its parts, with its key, whose apps and name are bounded. */
  static final int BASE_BYTES = 2_000;

  /**
   * @param parts which don't change afterwards
   */
  static BucketShops of(long version, Map<Integer, RoaringBitmap> parts) {
    return new BucketShops(
        version,
        Collections.unmodifiableSortedMap(new TreeMap<>(parts)),
        parts.values().stream().mapToLong(RoaringBitmap::getLongCardinality).sum(),
        BASE_BYTES + parts.values().stream().mapToLong(BucketShops::bytes).sum());
  }

  static long bytes(RoaringBitmap part) {
    return PART_BYTES + part.getLongSizeInBytes();
  }
}
