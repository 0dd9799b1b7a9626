package dev.shopwire.ingest.admission;

import dev.shopwire.common.tenancy.RateLimits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The token buckets of this process, for while Redis is away: the same rule as {@code
 * admission.lua}, without idempotency keys. Shared by all event loops of the process, hence
 * thread-safe; nothing inside waits.
 */
public final class LocalBuckets {
  private static final double NANOS = 1e9;

  /** What rounding may take away from a token; who waited as long as said must not miss it. */
  private static final double GRAIN = 1e-6;

  private static final int MAX_KEYS = 100_000;

  private static final class Bucket {
    double requests;
    double events;
    long filledAt;
  }

  private final LongSupplier nanoTime;

  /** The longest unused are forgotten first. */
  private final Map<String, Bucket> buckets =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
          return size() > MAX_KEYS;
        }
      };

  public LocalBuckets() {
    this(System::nanoTime);
  }

  LocalBuckets(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Takes the tokens of one request with {@code events} events, or says how long to wait. */
  public synchronized Decision take(String keyId, RateLimits limits, int events) {
    Bucket bucket = fill(keyId, limits);
    double wait = 0;
    double needed = Math.min((double) events, (double) limits.eventBurst());
    if (bucket.requests < 1 - GRAIN) {
      wait = (1 - bucket.requests) / limits.requestsPerSecond();
    }
    if (events > 0 && bucket.events < needed - GRAIN) {
      wait = Math.max(wait, (needed - bucket.events) / limits.eventsPerSecond());
    }
    if (wait == 0) {
      bucket.requests -= 1;
      bucket.events -= events;
    }
    return Decision.of(
        (long) Math.ceil(wait * 1000),
        (long) Math.floor(bucket.requests + GRAIN),
        (long) Math.floor(bucket.events + GRAIN));
  }

  private Bucket fill(String keyId, RateLimits limits) {
    long now = nanoTime.getAsLong();
    Bucket bucket = buckets.get(keyId);
    if (bucket == null) {
      bucket = new Bucket();
      bucket.requests = limits.requestBurst();
      bucket.events = limits.eventBurst();
      buckets.put(keyId, bucket);
    } else {
      double seconds = (now - bucket.filledAt) / NANOS;
      bucket.requests =
          Math.min(
              (double) limits.requestBurst(),
              bucket.requests + seconds * limits.requestsPerSecond());
      bucket.events =
          Math.min(
              (double) limits.eventBurst(), bucket.events + seconds * limits.eventsPerSecond());
    }
    bucket.filledAt = now;
    return bucket;
  }
}
