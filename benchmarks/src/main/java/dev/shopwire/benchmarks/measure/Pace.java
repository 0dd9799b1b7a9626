package dev.shopwire.benchmarks.measure;

import java.util.concurrent.ThreadLocalRandom;

/** When a connection sends its requests. For one event loop. */
final class Pace {
  private final long interval;
  private long due;

  private Pace(long interval) {
    this.interval = interval;
  }

  /** The next one when the last answer is there. */
  static Pace closedLoop() {
    return new Pace(0);
  }

  /** At even times, from some moment of the first interval on; what is late is sent at once. */
  static Pace every(long nanos) {
    return new Pace(nanos);
  }

  boolean isClosedLoop() {
    return interval == 0;
  }

  /** When the next request is due, which may be past. */
  long next(long now) {
    if (interval == 0) {
      return now;
    }
    due = due == 0 ? now + ThreadLocalRandom.current().nextLong(interval) : due + interval;
    return due;
  }
}
