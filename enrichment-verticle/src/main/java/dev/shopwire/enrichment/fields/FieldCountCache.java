package dev.shopwire.enrichment.fields;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Keeps large counts of {@link FieldCounts} for all instances of the process, so that each is made
 * once. Thread-safe.
 */
public final class FieldCountCache {
  private static final long MIN_CUSTOMERS = 10_000;
  private static final long FRESH_NANOS = Duration.ofMinutes(1).toNanos();
  private static final long KEPT_NANOS = 2 * FRESH_NANOS;
  private static final int MAX_FIELDS = 10_000;

  private final Map<Long, Entry> entries = new ConcurrentHashMap<>();
  private final LongSupplier nanoTime;

  public FieldCountCache() {
    this(System::nanoTime);
  }

  FieldCountCache(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * @param renewedNanos when a newer count was last asked for
   */
  private record Entry(long customers, long countedNanos, long renewedNanos) {}

  /**
   * A count that is known.
   *
   * @param isToBeRenewed whether this reader is the one to count again
   */
  record Known(long customers, boolean isToBeRenewed) {}

  /** The count of a field, if one was made in the last two minutes. */
  Optional<Known> get(long fieldId) {
    Entry entry = entries.get(fieldId);
    long now = nanoTime.getAsLong();
    if (entry == null || now - entry.countedNanos >= KEPT_NANOS) {
      return Optional.empty();
    }
    boolean isOld = now - entry.renewedNanos >= FRESH_NANOS;
    Entry renewed = new Entry(entry.customers, entry.countedNanos, now);
    return Optional.of(
        new Known(entry.customers, isOld && entries.replace(fieldId, entry, renewed)));
  }

  /** Keeps a count that has just been made, unless it is small: then it is fast. */
  void put(long fieldId, long customers) {
    if (customers < MIN_CUSTOMERS) {
      entries.remove(fieldId);
      return;
    }
    if (entries.size() >= MAX_FIELDS) {
      entries.clear();
    }
    long now = nanoTime.getAsLong();
    entries.put(fieldId, new Entry(customers, now, now));
  }
}
