package dev.shopwire.ingest.admission;

import dev.shopwire.common.tenancy.RateLimits;
import java.util.function.LongSupplier;

/**
 * Token buckets of this process, used while Redis is unavailable. Same rule as {@code
 * admission.lua}, without idempotency keys. Thread-safe and shared by all event loops of the
 * process; never blocks.
 */
public final class LocalBuckets {
  /** Tolerance for rounding: a caller that waited for the returned time must be admitted. */
  private static final double EPSILON = 1e-6;

  private final TokenBuckets buckets;

  public LocalBuckets() {
    this(System::nanoTime);
  }

  LocalBuckets(LongSupplier nanoTime) {
    this.buckets = new TokenBuckets(nanoTime);
  }

  /** Takes the tokens of one request with {@code events} events, or returns how long to wait. */
  public synchronized AdmissionDecision take(String keyId, RateLimits limits, int events) {
    TokenBuckets.Tokens tokens = buckets.refill(keyId, TokenBuckets.Rates.ofEvents(limits));
    double wait = 0;
    double needed = Math.min((double) events, (double) limits.eventBurst());
    if (tokens.requests < 1 - EPSILON) {
      wait = (1 - tokens.requests) / limits.requestsPerSecond();
    }
    if (events > 0 && tokens.content < needed - EPSILON) {
      wait = Math.max(wait, (needed - tokens.content) / limits.eventsPerSecond());
    }
    if (wait == 0) {
      tokens.requests -= 1;
      tokens.content -= events;
    }
    return AdmissionDecision.of(
        (long) Math.ceil(wait * 1000),
        (long) Math.floor(tokens.requests + EPSILON),
        (long) Math.floor(tokens.content + EPSILON));
  }
}
