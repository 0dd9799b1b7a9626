package dev.shopwire.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waiting for a condition, the only way in which tests wait. */
public final class Poll {
  private static final long PAUSE_NANOS = 20_000_000;

  private Poll() {}

  /**
   * @throws AssertionError if {@code condition} does not become true in time; {@code what} says
   *     what was waited for
   */
  public static void until(Duration time, Supplier<String> what, BooleanSupplier condition) {
    long end = System.nanoTime() + time.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not within " + time + ": " + what.get());
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
