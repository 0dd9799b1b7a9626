package dev.shopwire.analytics.activity;

import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.common.time.Buckets;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts the different shops with events in any of some apps, of one name or of all: in each
 * bucket, and in several buckets together. Reads the sets of shops of the buckets that are not
 * cached, part by part, so that memory does not depend on the number of shops. For one snapshot.
 */
public final class ActiveShopCounts {
  private static final int QUARTERS = 4;

  /** With more apps nothing is cached: each entry's key would be large, and slow to compare. */
  private static final int MAX_CACHED_APPS = 50;

  private static final long QUARTER_SECONDS = 900;

  /** Rows of the first fetch: each has a day of up to 65,536 shops. */
  private static final int FIRST_ROWS = 4;

  // The first and the last hour of a bucket are read apart if the bucket has only a part of them.
  private static final String READ =
      """
      select shops.part, span.bucket, shops.cut, string_agg(shops.shops, ''::bytea) as shops
      from unnest($2::int[], $3::int[], $4::int[], $5::boolean[], $6::boolean[])
        as span (bucket, first, last, cuts_first, cuts_last)
      cross join lateral (
        select part, shops, case when hour = span.first and span.cuts_first
          or hour = span.last and span.cuts_last then hour end as cut
        from active_shops
        where app_id = any($1) and event_name = $7 and hour >= span.first and hour <= span.last
        offset 0
      ) shops
      group by 1, 2, 3 order by 1, 2
      """;

  private final Snapshot snapshot;
  private final List<Long> apps;
  private final String name;
  private final Buckets buckets;
  private final int firstOfRange;
  private final BitSet ofBucket = new BitSet(ShopSet.SIZE);
  private int part = -1;
  private int bucket = -1;

  private ActiveShopCounts(
      Snapshot snapshot, List<Long> apps, String name, Buckets buckets, int firstOfRange) {
    this.snapshot = snapshot;
    this.apps = List.copyOf(apps);
    this.name = name;
    this.buckets = buckets;
    this.firstOfRange = firstOfRange;
  }

  /** What the cache has, and the buckets that it lacks. */
  private record Lookup(ShopUnion union, List<Integer> missing) {}

  /** Identifies a bucket by its quarter hours since 1970, the last one excluded. */
  private record Key(List<Long> apps, String name, long start, long end) {
    int firstHour() {
      return Math.toIntExact(Math.floorDiv(start, (long) QUARTERS));
    }

    int lastHour() {
      return Math.toIntExact(Math.floorDiv(end - 1, (long) QUARTERS));
    }
  }

  /** Whether all buckets start and end on a quarter hour, which is the finest that is stored. */
  public static boolean supports(Buckets buckets) {
    return buckets.starts().stream().allMatch(ActiveShopCounts::isQuarter)
        && isQuarter(buckets.end());
  }

  private static boolean isQuarter(Instant instant) {
    return instant.getNano() == 0 && instant.getEpochSecond() % QUARTER_SECONDS == 0;
  }

  /**
   * @param name of events that have rollups, or {@link ShopHours#ALL_NAMES}
   * @param buckets that are supported
   * @param firstOfRange the first bucket of those that are counted together
   * @return the shops of the buckets from {@code firstOfRange} on together, then those of each
   *     bucket
   */
  public static Future<long[]> read(
      Snapshot snapshot, List<Long> apps, String name, Buckets buckets, int firstOfRange) {
    return new ActiveShopCounts(snapshot, apps, name, buckets, firstOfRange).read();
  }

  private Future<long[]> read() {
    Key first = key(0);
    Key last = key(buckets.size() - 1);
    return ActiveShopDays.read(snapshot, apps, first.firstHour(), last.lastHour())
        .compose(
            versions ->
                // Off the event loop: a report may have thousands of buckets.
                snapshot
                    .compute(() -> lookUp(versions))
                    .compose(
                        found ->
                            readMissing(found)
                                .compose(
                                    done ->
                                        snapshot.compute(() -> finish(found.union(), versions)))));
  }

  private Key key(int index) {
    return new Key(apps, name, quarter(buckets.starts().get(index)), quarter(buckets.end(index)));
  }

  private static long quarter(Instant at) {
    return Math.floorDiv(at.getEpochSecond(), QUARTER_SECONDS);
  }

  private Lookup lookUp(ActiveShopDays.Versions versions) {
    boolean isCached = apps.size() <= MAX_CACHED_APPS;
    Map<Integer, BucketShops> found = new HashMap<>();
    List<Integer> missing = new ArrayList<>();
    for (int i = 0; i < buckets.size(); i++) {
      Optional<BucketShops> shops = isCached ? find(key(i), versions) : Optional.empty();
      if (shops.isPresent()) {
        found.put(i, shops.get());
      } else {
        missing.add(i);
      }
    }
    ShopUnion union = new ShopUnion(buckets.size(), firstOfRange, missing, isCached);
    found.forEach(union::add);
    return new Lookup(union, missing);
  }

  private Optional<BucketShops> find(Key key, ActiveShopDays.Versions versions) {
    return snapshot
        .cache()
        .find(key, versions.of(key.firstHour(), key.lastHour()), BucketShops.class);
  }

  private Future<Void> readMissing(Lookup found) {
    return found.missing().isEmpty()
        ? Future.succeededFuture()
        : snapshot.fetch(
            READ,
            parameters(found.missing()),
            FIRST_ROWS,
            rows -> {
              snapshot.budget().addRows(rows.size());
              return snapshot.compute(() -> add(rows, found.union()));
            });
  }

  private Tuple parameters(List<Integer> missing) {
    int size = missing.size();
    Integer[] first = new Integer[size];
    Integer[] last = new Integer[size];
    Boolean[] cutsFirst = new Boolean[size];
    Boolean[] cutsLast = new Boolean[size];
    for (int i = 0; i < size; i++) {
      Key key = key(missing.get(i));
      first[i] = key.firstHour();
      last[i] = key.lastHour();
      cutsFirst[i] = Math.floorMod(key.start(), QUARTERS) != 0;
      cutsLast[i] = Math.floorMod(key.end(), QUARTERS) != 0;
    }
    return Tuple.tuple()
        .addArrayOfLong(apps.toArray(Long[]::new))
        .addArrayOfInteger(missing.toArray(Integer[]::new))
        .addArrayOfInteger(first)
        .addArrayOfInteger(last)
        .addArrayOfBoolean(cutsFirst)
        .addArrayOfBoolean(cutsLast)
        .addString(name);
  }

  /** Rows come by part and bucket. */
  private Void add(RowSet<Row> rows, ShopUnion union) {
    for (Row row : rows) {
      enter(row.getInteger("part"), row.getInteger("bucket"), union);
      Integer cut = row.getInteger("cut");
      add(row.getBuffer("shops"), cut == null ? ShopSet.ALL_QUARTERS : quartersOf(cut));
    }
    return null;
  }

  /** The quarters of a partly included hour that are in the current bucket. */
  private int quartersOf(int hour) {
    Key key = key(bucket);
    int quarters = 0;
    for (int i = 0; i < QUARTERS; i++) {
      long quarter = (long) hour * QUARTERS + i;
      quarters |= (quarter >= key.start() && quarter < key.end()) ? 1 << i : 0;
    }
    return quarters;
  }

  private void add(Buffer shops, int quarters) {
    byte[] bytes = shops.getBytes();
    for (int at = 0; at < bytes.length; at += ShopSet.ENTRY_BYTES) {
      if ((ShopSet.quarters(bytes, at) & quarters) != 0) {
        ofBucket.set(ShopSet.low(bytes, at));
      }
    }
  }

  private void enter(int nextPart, int nextBucket, ShopUnion union) {
    if (nextPart == part && nextBucket == bucket) {
      return;
    }
    if (!ofBucket.isEmpty()) {
      union.add(part, bucket, ofBucket);
      ofBucket.clear();
    }
    part = nextPart;
    bucket = nextBucket;
  }

  private long[] finish(ShopUnion union, ActiveShopDays.Versions versions) {
    enter(-1, -1, union);
    long[] counts = union.finish();
    union.forEachCollected(
        index -> {
          Key key = key(index);
          return versions.of(key.firstHour(), key.lastHour());
        },
        (index, shops) -> snapshot.cache().add(key(index), shops));
    return counts;
  }
}
