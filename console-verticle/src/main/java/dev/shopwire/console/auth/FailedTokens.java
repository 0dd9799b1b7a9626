package dev.shopwire.console.auth;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Counts wrong tokens by address, so that guessing gets slow answers of 429. Only failures are
 * refused: a valid token is never locked out (contract §9). For one event loop.
 */
final class FailedTokens {
  private static final int ALLOWED = 10;
  private static final long WINDOW_NANOS = Duration.ofMinutes(1).toNanos();
  private static final int MAX_ADDRESSES = 10_000;

  private static final class Failures {
    long since;
    int count;
  }

  private final LongSupplier nanoTime;
  private final Map<String, Failures> byAddress = new HashMap<>();

  FailedTokens(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Counts one more failure; true if this address had too many within the last minute. */
  boolean isTooMany(String address) {
    long now = nanoTime.getAsLong();
    if (byAddress.size() >= MAX_ADDRESSES) {
      byAddress.values().removeIf(failures -> now - failures.since > WINDOW_NANOS);
    }
    if (byAddress.size() >= MAX_ADDRESSES) {
      byAddress.clear();
    }
    Failures failures = byAddress.computeIfAbsent(address, key -> new Failures());
    if (failures.count == 0 || now - failures.since > WINDOW_NANOS) {
      failures.since = now;
      failures.count = 0;
    }
    return ++failures.count > ALLOWED;
  }
}
