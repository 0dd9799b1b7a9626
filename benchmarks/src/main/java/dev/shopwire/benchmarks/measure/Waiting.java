package dev.shopwire.benchmarks.measure;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Sleeps; unlike tests, a benchmark measures by the clock. */
public final class Waiting {
  private Waiting() {}

  public static void sleep(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }
}
