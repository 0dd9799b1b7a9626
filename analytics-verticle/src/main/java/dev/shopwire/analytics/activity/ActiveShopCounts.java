package dev.shopwire.analytics.activity;

import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.common.time.Buckets;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;

/**
 * Counts the different shops with events in any of some apps, of one name or of all: in each
 * bucket, and in several buckets together. Reads the sets of shops part by part, so that memory
 * does not depend on the number of shops. For one snapshot.
 */
public final class ActiveShopCounts {
  private static final int QUARTERS = 4;
  private static final long QUARTER_SECONDS = 900;

  /** Rows of the first fetch: each has a day of up to 65,536 shops. */
  private static final int FIRST_ROWS = 4;

  // The first and the last hour of a bucket are read apart if the bucket has only a part of them.
  private static final String READ =
      """
      select shops.part, span.bucket::int as bucket, shops.cut,
        string_agg(shops.shops, ''::bytea) as shops
      from unnest($2::int[], $3::int[], $4::boolean[], $5::boolean[]) with ordinality
        as span (first, last, cuts_first, cuts_last, bucket)
      cross join lateral (
        select part, shops, case when hour = span.first and span.cuts_first
          or hour = span.last and span.cuts_last then hour end as cut
        from active_shops
        where app_id = any($1) and event_name = $6 and hour >= span.first and hour <= span.last
        offset 0
      ) shops
      group by 1, 2, 3 order by 1, 2
      """;

  private final Buckets buckets;
  private final int firstOfRange;
  private final long[] counts;
  private final BitSet ofBucket = new BitSet(ShopSet.SIZE);
  private final BitSet ofRange = new BitSet(ShopSet.SIZE);
  private int part = -1;
  private int bucket = -1;

  private ActiveShopCounts(Buckets buckets, int firstOfRange) {
    this.buckets = buckets;
    this.firstOfRange = firstOfRange;
    this.counts = new long[buckets.size() + 1];
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
    ActiveShopCounts counts = new ActiveShopCounts(buckets, firstOfRange);
    return snapshot
        .fetch(
            READ,
            counts.parameters(apps, name),
            FIRST_ROWS,
            rows -> {
              snapshot.budget().addRows(rows.size());
              return snapshot.compute(() -> counts.add(rows));
            })
        .map(done -> counts.finish());
  }

  private Tuple parameters(List<Long> apps, String name) {
    int size = buckets.size();
    Integer[] first = new Integer[size];
    Integer[] last = new Integer[size];
    Boolean[] cutsFirst = new Boolean[size];
    Boolean[] cutsLast = new Boolean[size];
    for (int i = 0; i < size; i++) {
      long start = quarter(buckets.starts().get(i));
      long end = quarter(buckets.end(i));
      first[i] = Math.toIntExact(Math.floorDiv(start, (long) QUARTERS));
      last[i] = Math.toIntExact(Math.floorDiv(end - 1, (long) QUARTERS));
      cutsFirst[i] = Math.floorMod(start, QUARTERS) != 0;
      cutsLast[i] = Math.floorMod(end, QUARTERS) != 0;
    }
    return Tuple.tuple()
        .addArrayOfLong(apps.toArray(Long[]::new))
        .addArrayOfInteger(first)
        .addArrayOfInteger(last)
        .addArrayOfBoolean(cutsFirst)
        .addArrayOfBoolean(cutsLast)
        .addString(name);
  }

  private static long quarter(Instant at) {
    return Math.floorDiv(at.getEpochSecond(), QUARTER_SECONDS);
  }

  /** Rows come by part and bucket. */
  private Void add(RowSet<Row> rows) {
    for (Row row : rows) {
      enter(row.getInteger("part"), row.getInteger("bucket") - 1);
      Integer cut = row.getInteger("cut");
      add(row.getBuffer("shops"), cut == null ? ShopSet.ALL_QUARTERS : quartersOf(cut));
    }
    return null;
  }

  /** The quarters of a partly included hour that are in the current bucket. */
  private int quartersOf(int hour) {
    long start = quarter(buckets.starts().get(bucket));
    long end = quarter(buckets.end(bucket));
    int quarters = 0;
    for (int i = 0; i < QUARTERS; i++) {
      long quarter = (long) hour * QUARTERS + i;
      quarters |= (quarter >= start && quarter < end) ? 1 << i : 0;
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

  private void enter(int nextPart, int nextBucket) {
    if (nextPart == part && nextBucket == bucket) {
      return;
    }
    if (bucket >= 0) {
      counts[bucket + 1] += ofBucket.cardinality();
      if (bucket >= firstOfRange) {
        ofRange.or(ofBucket);
      }
      ofBucket.clear();
    }
    if (nextPart != part) {
      counts[0] += ofRange.cardinality();
      ofRange.clear();
    }
    part = nextPart;
    bucket = nextBucket;
  }

  private long[] finish() {
    enter(-1, -1);
    return counts;
  }
}
