package dev.shopwire.ingest.admission;

import dev.shopwire.common.tenancy.RateLimits;
import dev.shopwire.ingest.auth.Grant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What each key may have this process read: bodies and their bytes, taken before a body is read, so
 * that a key over its limits costs no reading. The limits proper are {@link Admission}'s, which
 * counts events as well and for all processes; this lets through twice the requests that they
 * allow. Shared by all event loops of the process, hence thread-safe; nothing inside waits.
 */
public final class BodyBuckets {
  private static final double NANOS = 1e9;
  private static final int MAX_KEYS = 100_000;
  private static final int REQUESTS = 2;

  private static final class Bucket {
    double requests;
    double bytes;
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

  public BodyBuckets() {
    this(System::nanoTime);
  }

  BodyBuckets(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Takes one request with a body of {@code bytes}, or says why not. While there is a byte left a
   * body may be larger than what is left, and leaves a debt.
   */
  public Optional<Decision> take(Grant grant, long bytes) {
    double wait = takeOrWait(grant, bytes);
    return wait == 0
        ? Optional.empty()
        : Optional.of(Decision.of((long) Math.ceil(wait * 1_000), 0, 0));
  }

  private synchronized double takeOrWait(Grant grant, long bytes) {
    RateLimits limits = grant.limits();
    Bucket bucket = fill(grant);
    double wait = 0;
    if (bucket.requests < 1) {
      wait = (1 - bucket.requests) / (REQUESTS * (double) limits.requestsPerSecond());
    }
    if (bucket.bytes <= 0) {
      wait = Math.max(wait, (1 - bucket.bytes) / limits.bytesPerSecond());
    }
    if (wait == 0) {
      bucket.requests -= 1;
      bucket.bytes -= bytes;
    }
    return wait;
  }

  /** Takes what could not be told beforehand: of a body without a length, or one unpacked. */
  public synchronized void charge(Grant grant, long bytes) {
    fill(grant).bytes -= bytes;
  }

  private Bucket fill(Grant grant) {
    RateLimits limits = grant.limits();
    double mostRequests = REQUESTS * (double) limits.requestBurst();
    double mostBytes = limits.byteBurst();
    long now = nanoTime.getAsLong();
    Bucket bucket = buckets.get(grant.keyId());
    if (bucket == null) {
      bucket = new Bucket();
      bucket.requests = mostRequests;
      bucket.bytes = mostBytes;
      buckets.put(grant.keyId(), bucket);
    } else {
      double seconds = (now - bucket.filledAt) / NANOS;
      bucket.requests =
          Math.min(mostRequests, bucket.requests + seconds * REQUESTS * limits.requestsPerSecond());
      bucket.bytes = Math.min(mostBytes, bucket.bytes + seconds * limits.bytesPerSecond());
    }
    bucket.filledAt = now;
    return bucket;
  }
}
