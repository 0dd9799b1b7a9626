package dev.shopwire.analytics.activity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShopUnionTest {
  private static final int BUCKETS = 6;
  private static final int FIRST_OF_RANGE = 2;
  private static final int PARTS = 5;

  private final Random random = new Random(5);

  /** The shops of each bucket, as part and last bits of an id. */
  private List<Set<Integer>> randomBuckets() {
    List<Set<Integer>> buckets = new ArrayList<>();
    for (int i = 0; i < BUCKETS; i++) {
      Set<Integer> shops = new TreeSet<>();
      int count = random.nextInt(40);
      for (int j = 0; j < count; j++) {
        shops.add(random.nextInt(PARTS) << ShopSet.BITS | random.nextInt(30));
      }
      buckets.add(shops);
    }
    return buckets;
  }

  private static long[] expected(List<Set<Integer>> buckets) {
    long[] counts = new long[BUCKETS + 1];
    Set<Integer> range = new HashSet<>();
    for (int i = 0; i < BUCKETS; i++) {
      counts[i + 1] = buckets.get(i).size();
      if (i >= FIRST_OF_RANGE) {
        range.addAll(buckets.get(i));
      }
    }
    counts[0] = range.size();
    return counts;
  }

  private static void add(
      ShopUnion union, int part, List<Set<Integer>> buckets, Map<Integer, BucketShops> cached) {
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      BitSet shops = new BitSet();
      buckets.get(bucket).stream()
          .filter(shop -> shop >> ShopSet.BITS == part)
          .forEach(shop -> shops.set(shop & (ShopSet.SIZE - 1)));
      if (!shops.isEmpty() && !cached.containsKey(bucket)) {
        union.add(part, bucket, shops);
      }
    }
  }

  private static List<Integer> missing(Map<Integer, BucketShops> cached) {
    return IntStream.range(0, BUCKETS).boxed().filter(i -> !cached.containsKey(i)).toList();
  }

  /** Any buckets may be cached by the reads before. */
  @Test
  void cachedAndReadBucketsCountTogether() {
    for (int round = 0; round < 200; round++) {
      List<Set<Integer>> buckets = randomBuckets();
      Map<Integer, BucketShops> known = new HashMap<>();
      for (int read = 0; read < 3; read++) {
        Map<Integer, BucketShops> cached = new HashMap<>(known);
        cached.keySet().removeIf(bucket -> random.nextBoolean());
        ShopUnion union = new ShopUnion(BUCKETS, FIRST_OF_RANGE, missing(cached), true);
        cached.forEach(union::add);
        for (int part = 0; part < PARTS; part++) {
          add(union, part, buckets, cached);
        }
        assertArrayEquals(expected(buckets), union.finish());
        Set<Integer> collected = new TreeSet<>();
        union.forEachCollected(
            bucket -> bucket,
            (bucket, shops) -> {
              collected.add(bucket);
              known.put(bucket, shops);
              assertEquals(buckets.get(bucket).size(), shops.count());
              assertEquals((long) bucket, shops.version());
            });
        Set<Integer> all = new TreeSet<>(collected);
        all.addAll(cached.keySet());
        assertEquals(BUCKETS, all.size());
        assertEquals(BUCKETS - cached.size(), collected.size());
      }
    }
  }

  @Test
  void moreThanAQuarterOfTheCacheIsCountedButNotCollected() {
    int parts = 1_100;
    ShopUnion union = new ShopUnion(1, 0, List.of(0), true);
    BitSet half = new BitSet();
    for (int i = 0; i < ShopSet.SIZE; i += 2) {
      half.set(i);
    }
    for (int part = 0; part < parts; part++) {
      union.add(part, 0, half);
    }
    long shops = (long) parts * ShopSet.SIZE / 2;
    assertArrayEquals(new long[] {shops, shops}, union.finish());
    assertNothingIsCollected(union);
  }

  private static void assertNothingIsCollected(ShopUnion union) {
    List<Integer> collected = new ArrayList<>();
    union.forEachCollected(bucket -> 0, (bucket, shops) -> collected.add(bucket));
    assertEquals(List.of(), collected);
  }

  /** Each takes memory, even without shops. */
  @Test
  void tooManyBucketsAreNotCollected() {
    int buckets = 10_000;
    List<Integer> all = IntStream.range(0, buckets).boxed().toList();
    ShopUnion union = new ShopUnion(buckets, 0, all, true);
    assertEquals(0, union.finish()[0]);
    assertNothingIsCollected(union);
    ShopUnion ofManyApps = new ShopUnion(1, 0, List.of(0), false);
    assertEquals(0, ofManyApps.finish()[0]);
    assertNothingIsCollected(ofManyApps);
  }
}
