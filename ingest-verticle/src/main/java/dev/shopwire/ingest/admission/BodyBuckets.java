package dev.shopwire.ingest.admission;

import dev.shopwire.common.tenancy.RateLimits;
import dev.shopwire.ingest.auth.ApiKeyGrant;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What each key may have this process read: bodies and their bytes, taken before a body is read, so
 * that a key over its limits costs no reading. The limits proper are {@link Admission}'s, which
 * counts events as well and for all processes; this lets through twice the requests that they
 * allow. Shared by all event loops of the process, hence thread-safe; nothing inside waits.
 */
public final class BodyBuckets {
  private static final int REQUESTS = 2;

  private final TokenBuckets buckets;

  public BodyBuckets() {
    this(System::nanoTime);
  }

  BodyBuckets(LongSupplier nanoTime) {
    this.buckets = new TokenBuckets(nanoTime);
  }

  /**
   * Takes one request with a body of {@code bytes}, or says why not. While there is a byte left a
   * body may be larger than what is left, and leaves a debt.
   */
  public Optional<AdmissionDecision> take(ApiKeyGrant grant, long bytes) {
    double wait = takeOrWait(grant, bytes);
    return wait == 0
        ? Optional.empty()
        : Optional.of(AdmissionDecision.of((long) Math.ceil(wait * 1_000), 0, 0));
  }

  private synchronized double takeOrWait(ApiKeyGrant grant, long bytes) {
    RateLimits limits = grant.limits();
    TokenBuckets.Tokens tokens = fill(grant);
    double wait = 0;
    if (tokens.requests < 1) {
      wait = (1 - tokens.requests) / (REQUESTS * (double) limits.requestsPerSecond());
    }
    if (tokens.carried <= 0) {
      wait = Math.max(wait, (1 - tokens.carried) / limits.bytesPerSecond());
    }
    if (wait == 0) {
      tokens.requests -= 1;
      tokens.carried -= bytes;
    }
    return wait;
  }

  /** Charges bytes that were not known in advance: of a body without a length, or decompressed. */
  public synchronized void charge(ApiKeyGrant grant, long bytes) {
    fill(grant).carried -= bytes;
  }

  private TokenBuckets.Tokens fill(ApiKeyGrant grant) {
    RateLimits limits = grant.limits();
    return buckets.fill(
        grant.keyId(),
        new TokenBuckets.Rates(
            REQUESTS * (double) limits.requestsPerSecond(),
            REQUESTS * (double) limits.requestBurst(),
            limits.bytesPerSecond(),
            limits.byteBurst()));
  }
}
