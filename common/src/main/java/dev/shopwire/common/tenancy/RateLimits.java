package dev.shopwire.common.tenancy;

/**
 * How much one key may send: two token buckets.
 *
 * @param requestsPerSecond at which rate request tokens come back
 * @param eventsPerSecond at which rate event tokens come back
 * @param burstSeconds how many seconds' worth of tokens a full bucket holds
 */
public record RateLimits(int requestsPerSecond, int eventsPerSecond, int burstSeconds) {
  public long requestBurst() {
    return (long) requestsPerSecond * burstSeconds;
  }

  public long eventBurst() {
    return (long) eventsPerSecond * burstSeconds;
  }
}
