package dev.shopwire.ingest.admission;

import dev.shopwire.common.tenancy.RateLimits;
import dev.shopwire.ingest.auth.ApiKeyGrant;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Limits the request bodies and body bytes that this process reads per API key. Checked before a
 * body is read, so that a key over its limits costs no reading. The actual rate limits are {@link
 * Admission}'s, which also counts events and covers all processes; this admits twice the requests
 * that they allow. Thread-safe and shared by all event loops of the process; never blocks.
 */
public final class BodyBuckets {
  private static final int REQUEST_FACTOR = 2;

  private final TokenBuckets buckets;

  public BodyBuckets() {
    this(System::nanoTime);
  }

  BodyBuckets(LongSupplier nanoTime) {
    this.buckets = new TokenBuckets(nanoTime);
  }

  /**
   * Takes the tokens of one request with a body of {@code bytes}. While any byte is left, a larger
   * body is admitted too and leaves the bucket in debt.
   *
   * @return empty if the body may be read, otherwise the refusal
   */
  public Optional<AdmissionDecision> tryTake(ApiKeyGrant grant, long bytes) {
    double wait = takeOrWait(grant, bytes);
    return wait == 0
        ? Optional.empty()
        : Optional.of(AdmissionDecision.of((long) Math.ceil(wait * 1_000), 0, 0));
  }

  private synchronized double takeOrWait(ApiKeyGrant grant, long bytes) {
    RateLimits limits = grant.limits();
    TokenBuckets.Tokens tokens = refill(grant);
    double wait = 0;
    if (tokens.requests < 1) {
      wait = (1 - tokens.requests) / (REQUEST_FACTOR * (double) limits.requestsPerSecond());
    }
    if (tokens.content <= 0) {
      wait = Math.max(wait, (1 - tokens.content) / limits.bytesPerSecond());
    }
    if (wait == 0) {
      tokens.requests -= 1;
      tokens.content -= bytes;
    }
    return wait;
  }

  /** Charges bytes not known in advance: of a body without a length, or of a decompressed one. */
  public synchronized void charge(ApiKeyGrant grant, long bytes) {
    refill(grant).content -= bytes;
  }

  private TokenBuckets.Tokens refill(ApiKeyGrant grant) {
    RateLimits limits = grant.limits();
    return buckets.refill(
        grant.keyId(),
        new TokenBuckets.Rates(
            REQUEST_FACTOR * (double) limits.requestsPerSecond(),
            REQUEST_FACTOR * (double) limits.requestBurst(),
            limits.bytesPerSecond(),
            limits.byteBurst()));
  }
}
