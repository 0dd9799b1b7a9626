package dev.shopwire.common.tenancy;

import java.util.OptionalInt;

/**
 * How much one key may send: token buckets.
 *
 * @param requestsPerSecond at which rate request tokens come back
 * @param eventsPerSecond at which rate event tokens come back
 * @param burstSeconds how many seconds' worth of tokens a full bucket holds
 * @param bytesPerSecond of bodies, that each process reads of it
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

  /** These being the defaults: of a key that may send more events, as many more bytes. */
  public long bytesPerSecond(OptionalInt ownEventsPerSecond) {
    int events = Math.max(eventsPerSecond, ownEventsPerSecond.orElse(0));
    return (long) ((double) bytesPerSecond * events / eventsPerSecond);
  }
}
