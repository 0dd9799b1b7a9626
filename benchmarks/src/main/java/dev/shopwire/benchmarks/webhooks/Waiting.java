package dev.shopwire.benchmarks.webhooks;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Sleeps; unlike tests, a benchmark measures by the clock. */
final class Waiting {
  private Waiting() {}

  static void sleep(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }
}
