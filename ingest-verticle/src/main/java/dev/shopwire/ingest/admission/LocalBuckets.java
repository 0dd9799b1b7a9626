package dev.shopwire.ingest.admission;

import dev.shopwire.common.tenancy.RateLimits;
import java.util.function.LongSupplier;

/**
 * The token buckets of this process, for while Redis is away: the same rule as {@code
 * admission.lua}, without idempotency keys. Shared by all event loops of the process, hence
 * thread-safe; nothing inside waits.
 */
public final class LocalBuckets {
  /** What rounding may take away from a token; who waited as long as said must not miss it. */
  private static final double GRAIN = 1e-6;

  private final TokenBuckets buckets;

  public LocalBuckets() {
    this(System::nanoTime);
  }

  LocalBuckets(LongSupplier nanoTime) {
    this.buckets = new TokenBuckets(nanoTime);
  }

  /** Takes the tokens of one request with {@code events} events, or says how long to wait. */
  public synchronized AdmissionDecision take(String keyId, RateLimits limits, int events) {
    TokenBuckets.Tokens tokens = buckets.fill(keyId, TokenBuckets.Rates.ofEvents(limits));
    double wait = 0;
    double needed = Math.min((double) events, (double) limits.eventBurst());
    if (tokens.requests < 1 - GRAIN) {
      wait = (1 - tokens.requests) / limits.requestsPerSecond();
    }
    if (events > 0 && tokens.carried < needed - GRAIN) {
      wait = Math.max(wait, (needed - tokens.carried) / limits.eventsPerSecond());
    }
    if (wait == 0) {
      tokens.requests -= 1;
      tokens.carried -= events;
    }
    return AdmissionDecision.of(
        (long) Math.ceil(wait * 1000),
        (long) Math.floor(tokens.requests + GRAIN),
        (long) Math.floor(tokens.carried + GRAIN));
  }
}
