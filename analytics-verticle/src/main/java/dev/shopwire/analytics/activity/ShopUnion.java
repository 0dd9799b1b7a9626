package dev.shopwire.analytics.activity;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.IntToLongFunction;
import org.roaringbitmap.BitSetUtil;
import org.roaringbitmap.FastAggregation;
import org.roaringbitmap.RoaringBitmap;

/**
 * Counts shops: of each bucket, and of several buckets together. First come the buckets that are
 * cached, then the others, part by part. Not thread-safe.
 */
final class ShopUnion {
  /** Of buckets that are collected to be cached: a quarter of the cache. */
  private static final long MAX_COLLECTED_BYTES = 8 << 20;

  private final int firstOfRange;

  /** Of the range, then of each bucket. */
  private final long[] counts;

  /** Sets of the range's buckets, by part, which are not counted in the range yet. */
  private final NavigableMap<Integer, List<RoaringBitmap>> cached = new TreeMap<>();

  /** By bucket and part; of the buckets that were not cached. */
  private final Map<Integer, Map<Integer, RoaringBitmap>> collected = new HashMap<>();

  private RoaringBitmap ofRange = new RoaringBitmap();
  private int part = -1;
  private long collectedBytes;

  /**
   * @param firstOfRange the first bucket of those that are counted together
   * @param missing the buckets that are not cached
   * @param collects whether these are to be cached
   */
  ShopUnion(int buckets, int firstOfRange, Collection<Integer> missing, boolean collects) {
    this.firstOfRange = firstOfRange;
    this.counts = new long[buckets + 1];
    this.collectedBytes = (long) missing.size() * BucketShops.BASE_BYTES;
    if (collects && collectedBytes <= MAX_COLLECTED_BYTES) {
      missing.forEach(bucket -> collected.put(bucket, new HashMap<>()));
    }
  }

  /** Adds all shops of a bucket; before any others. */
  void add(int bucket, BucketShops shops) {
    counts[bucket + 1] = shops.count();
    if (bucket >= firstOfRange) {
      shops
          .parts()
          .forEach((at, ids) -> cached.computeIfAbsent(at, any -> new ArrayList<>()).add(ids));
    }
  }

  /**
   * Adds the shops of a part that are in a bucket.
   *
   * @param at the part, never less than the one before
   */
  void add(int at, int bucket, BitSet shops) {
    if (at != part) {
      countRange(at);
    }
    RoaringBitmap ids = BitSetUtil.bitmapOf(shops);
    counts[bucket + 1] += ids.getLongCardinality();
    if (bucket >= firstOfRange) {
      ofRange.or(ids);
    }
    collect(at, bucket, ids);
  }

  private void collect(int at, int bucket, RoaringBitmap ids) {
    collectedBytes += BucketShops.bytes(ids);
    if (collectedBytes > MAX_COLLECTED_BYTES) {
      collected.clear();
    }
    Map<Integer, RoaringBitmap> ofBucket = collected.get(bucket);
    if (ofBucket != null) {
      ofBucket.put(at, ids);
    }
  }

  /** Counts the parts before {@code next} in the range. */
  private void countRange(int next) {
    cached.getOrDefault(part, List.of()).forEach(ofRange::or);
    cached.remove(part);
    counts[0] += ofRange.getLongCardinality();
    ofRange = new RoaringBitmap();
    Map<Integer, List<RoaringBitmap>> others = cached.headMap(next, false);
    for (List<RoaringBitmap> ids : others.values()) {
      counts[0] += FastAggregation.or(ids.iterator()).getLongCardinality();
    }
    others.clear();
    part = next;
  }

  /** The counts: of the range, then of each bucket. */
  long[] finish() {
    countRange(Integer.MAX_VALUE);
    return counts;
  }

  /**
   * Passes on the buckets that were not cached, unless they take too many bytes.
   *
   * @param versions by bucket
   */
  void forEachCollected(IntToLongFunction versions, BiConsumer<Integer, BucketShops> visitor) {
    collected.forEach(
        (bucket, parts) ->
            visitor.accept(bucket, BucketShops.of(versions.applyAsLong(bucket), parts)));
  }
}
