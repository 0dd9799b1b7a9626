package dev.shopwire.ingest.admission;

import dev.shopwire.common.caches.BoundedMap;
import dev.shopwire.common.tenancy.RateLimits;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Keeps two token buckets per key: one for requests and one for their content, in events or bytes.
 * Beyond 100,000 keys, the least recently used are evicted, which refills their buckets. Not
 * thread-safe.
 */
final class TokenBuckets {
  private static final double NANOS = 1e9;
  private static final int MAX_KEYS = 100_000;

  /** The tokens left in both buckets. */
  static final class Tokens {
    double requests;
    double content;
    private long filledAt;
  }

  /**
   * Tokens added per second, and the capacity of each bucket.
   *
   * @param content events or bytes
   */
  record Rates(double requests, double requestBurst, double content, double contentBurst) {
    static Rates ofEvents(RateLimits limits) {
      return new Rates(
          limits.requestsPerSecond(),
          limits.requestBurst(),
          limits.eventsPerSecond(),
          limits.eventBurst());
    }
  }

  private final LongSupplier nanoTime;
  private final Map<String, Tokens> tokens = BoundedMap.leastRecentlyUsed(MAX_KEYS);

  TokenBuckets(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Returns the buckets of a key, refilled for the time since its last call; full at first. */
  Tokens refill(String key, Rates rates) {
    long now = nanoTime.getAsLong();
    Tokens bucket = tokens.get(key);
    if (bucket == null) {
      bucket = new Tokens();
      bucket.requests = rates.requestBurst;
      bucket.content = rates.contentBurst;
      tokens.put(key, bucket);
    } else {
      double seconds = (now - bucket.filledAt) / NANOS;
      bucket.requests = Math.min(rates.requestBurst, bucket.requests + seconds * rates.requests);
      bucket.content = Math.min(rates.contentBurst, bucket.content + seconds * rates.content);
    }
    bucket.filledAt = now;
    return bucket;
  }
}
