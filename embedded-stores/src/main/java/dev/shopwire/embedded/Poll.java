package dev.shopwire.embedded;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits, with a limit, for other processes and files, which send no notification. An interrupt does
 * not shorten a wait (a half-stopped server is worse than a late return); its flag is preserved.
 */
final class Poll {
  private static final Duration STEP = Duration.ofMillis(10);

  private Poll() {}

  /** Whether the condition became true within the limit. */
  static boolean until(Duration limit, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start >= limit.toNanos()) {
        return false;
      }
      pause(STEP);
    }
    return true;
  }

  static void pause(Duration time) {
    boolean interrupted = false;
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
