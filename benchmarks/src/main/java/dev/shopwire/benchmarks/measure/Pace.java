package dev.shopwire.benchmarks.measure;

import java.util.concurrent.ThreadLocalRandom;

/** Decides when a connection sends its requests. Not thread-safe; use from one event loop. */
final class Pace {
  private final long interval;
  private long due;

  private Pace(long interval) {
    this.interval = interval;
  }

  /** Each request is due when the previous response has arrived. */
  static Pace closedLoop() {
    return new Pace(0);
  }

  /** Requests are due at even intervals with a random start; late ones are sent immediately. */
  static Pace every(long nanos) {
    return new Pace(nanos);
  }

  boolean isClosedLoop() {
    return interval == 0;
  }

  /** When the next request is due, possibly in the past. */
  long next(long now) {
    if (interval == 0) {
      return now;
    }
    due = due == 0 ? now + ThreadLocalRandom.current().nextLong(interval) : due + interval;
    return due;
  }
}
