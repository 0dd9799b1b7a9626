package dev.shopwire.common.tenancy;

import java.util.OptionalInt;

/**
 * The rate limits of an API key, as token buckets.
 *
 * @param requestsPerSecond refill rate of request tokens
 * @param eventsPerSecond refill rate of event tokens
 * @param burstSeconds how many seconds' worth of tokens a full bucket holds
 * @param bytesPerSecond how many body bytes each process reads per second
 */
public record RateLimits(
    int requestsPerSecond, int eventsPerSecond, int burstSeconds, long bytesPerSecond) {
  public static final int DEFAULT_BYTES_PER_SECOND = 8 << 20;

  public RateLimits(int requestsPerSecond, int eventsPerSecond, int burstSeconds) {
    this(requestsPerSecond, eventsPerSecond, burstSeconds, DEFAULT_BYTES_PER_SECOND);
  }

  public long requestBurst() {
    return (long) requestsPerSecond * burstSeconds;
  }

  public long eventBurst() {
    return (long) eventsPerSecond * burstSeconds;
  }

  public long byteBurst() {
    return bytesPerSecond * burstSeconds;
  }

  /** The byte rate, scaled up for a key that may send more events than these default limits. */
  public long bytesPerSecond(OptionalInt keyEventsPerSecond) {
    int events = Math.max(eventsPerSecond, keyEventsPerSecond.orElse(0));
    return (long) ((double) bytesPerSecond * events / eventsPerSecond);
  }
}
