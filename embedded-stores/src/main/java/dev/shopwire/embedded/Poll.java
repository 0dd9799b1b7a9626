package dev.shopwire.embedded;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Bounded waiting for what gives no signal: other processes and files. An interrupt does not cut a
 * wait short (a server that is half ended is worse than a late answer); its flag is kept.
 */
final class Poll {
  private static final Duration STEP = Duration.ofMillis(10);

  private Poll() {}

  /** Whether the condition came true within the limit. */
  static boolean until(Duration limit, BooleanSupplier condition) {
    long began = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - began >= limit.toNanos()) {
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
