package dev.shopwire.sources.pull;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Computes pauses between attempts: 1 s, 2 s, 4 s … 5 min, each up to a quarter longer. */
final class Backoff {
  private static final long FIRST_MILLIS = 1_000;
  private static final long MAX_MILLIS = 300_000;
  private static final int MAX_SHIFT = 20;

  private Backoff() {}

  /**
   * @param failures in a row, at least 1
   */
  static Duration after(int failures) {
    long millis = Math.min(MAX_MILLIS, FIRST_MILLIS << Math.min(MAX_SHIFT, failures - 1));
    return Duration.ofMillis(millis + ThreadLocalRandom.current().nextLong(millis / 4 + 1));
  }
}
