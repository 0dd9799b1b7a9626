package dev.shopwire.ingest.admission;

import dev.shopwire.common.tenancy.RateLimits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Two token buckets for each key: of requests, and of what requests carry, as events or bytes. Of
 * more than 100,000 keys the least recently used are evicted, which refills their buckets. Not
 * thread-safe.
 */
final class TokenBuckets {
  private static final double NANOS = 1e9;
  private static final int MAX_KEYS = 100_000;

  /** What is left of both. */
  static final class Tokens {
    double requests;
    double carried;
    private long filledAt;
  }

  /**
   * Tokens that come each second, and how many may gather.
   *
   * @param carried of what requests carry
   */
  record Rates(double requests, double requestBurst, double carried, double carriedBurst) {
    static Rates ofEvents(RateLimits limits) {
      return new Rates(
          limits.requestsPerSecond(),
          limits.requestBurst(),
          limits.eventsPerSecond(),
          limits.eventBurst());
    }
  }

  private final LongSupplier nanoTime;
  private final Map<String, Tokens> tokens =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Tokens> eldest) {
          return size() > MAX_KEYS;
        }
      };

  TokenBuckets(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** The buckets of a key, with what has come since it was last asked for; full at first. */
  Tokens fill(String key, Rates rates) {
    long now = nanoTime.getAsLong();
    Tokens of = tokens.get(key);
    if (of == null) {
      of = new Tokens();
      of.requests = rates.requestBurst;
      of.carried = rates.carriedBurst;
      tokens.put(key, of);
    } else {
      double seconds = (now - of.filledAt) / NANOS;
      of.requests = Math.min(rates.requestBurst, of.requests + seconds * rates.requests);
      of.carried = Math.min(rates.carriedBurst, of.carried + seconds * rates.carried);
    }
    of.filledAt = now;
    return of;
  }
}
