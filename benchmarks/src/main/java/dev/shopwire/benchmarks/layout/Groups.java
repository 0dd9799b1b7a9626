package dev.shopwire.benchmarks.layout;

import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.UUID;

/** Creates groups of events, distinct and sorted as the statement requires. Not thread-safe. */
final class Groups {
  static final int SIZE = 1000;
  static final int APPS = 5;

  private static final String[] NAMES = {
    "page_view", "plan_selected", "checkout_started", "order_created"
  };

  /** Ordered by text, which sorts like the 16 bytes; {@link UUID#compareTo} compares signed. */
  record Id(long app, UUID uuid, String text) implements Comparable<Id> {
    private static final Comparator<Id> ORDER =
        Comparator.comparingLong(Id::app).thenComparing(Id::text);

    Id(long app, UUID uuid) {
      this(app, uuid, uuid.toString());
    }

    @Override
    public int compareTo(Id other) {
      return ORDER.compare(this, other);
    }
  }

  private final Design design;
  private final Workload workload;
  private final long storedRows;
  private final SplittableRandom random = new SplittableRandom();

  Groups(Design design, Workload workload, long storedRows) {
    this.design = design;
    this.workload = workload;
    this.storedRows = storedRows;
  }

  Tuple next() {
    TreeSet<Id> ids = new TreeSet<>();
    while (ids.size() < workload.duplicatesIn(SIZE)) {
      ids.add(stored(random.nextLong(1, storedRows + 1)));
    }
    while (ids.size() < SIZE) {
      ids.add(new Id(random.nextInt(APPS) + 1, workload == Workload.V7 ? version7() : version4()));
    }
    return tuple(design, List.copyOf(ids));
  }

  /** The id of the preloaded row with this number. */
  static Id stored(long number) {
    byte[] digits = Long.toString(number).getBytes(StandardCharsets.US_ASCII);
    return new Id(number % APPS + 1, UUID.nameUUIDFromBytes(digits));
  }

  /** The parameters of a design's statement, in its order. */
  static Tuple tuple(Design design, List<Id> ids) {
    int size = ids.size();
    List<Object> arrays = new ArrayList<>();
    arrays.add(ids.stream().map(Id::app).toArray(Long[]::new));
    if (design.keyed()) {
      arrays.add(ids.stream().map(Id::uuid).toArray(UUID[]::new));
    }
    arrays.add(design.sparseId() ? new String[size] : texts(ids));
    String[] names = new String[size];
    Long[] customers = new Long[size];
    OffsetDateTime[] times = new OffsetDateTime[size];
    String[] paths = new String[size];
    String[] properties = new String[size];
    OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
    for (int i = 0; i < size; i++) {
      int salt = ids.get(i).text().hashCode() & Integer.MAX_VALUE;
      names[i] = NAMES[salt % NAMES.length];
      customers[i] = (long) (salt % 100_000);
      times[i] = now.minusNanos(1000L * (salt % 2_000_000));
      paths[i] = "/products/" + salt % 5000;
      properties[i] =
          "{\"plan\":\"professional\",\"amount\":"
              + salt % 1000
              + ".50,\"currency\":\"EUR\",\"device\":\"mobile\","
              + "\"referrer\":\"https://example.org/a\"}";
    }
    arrays.addAll(Arrays.asList(names, customers, times, paths, new String[size], properties));
    return Tuple.from(arrays);
  }

  private static String[] texts(List<Id> ids) {
    return ids.stream().map(Id::text).toArray(String[]::new);
  }

  private UUID version4() {
    return uuid(random.nextLong(), 4L);
  }

  private UUID version7() {
    return uuid((System.currentTimeMillis() << 16) | (random.nextLong() & 0xFFFF), 7L);
  }

  private UUID uuid(long high, long version) {
    return new UUID(
        (high & ~0xF000L) | (version << 12), (random.nextLong() >>> 2) | Long.MIN_VALUE);
  }
}
