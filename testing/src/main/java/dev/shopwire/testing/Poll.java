package dev.shopwire.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a condition by polling; tests wait in no other way. */
public final class Poll {
  private static final long PAUSE_NANOS = 20_000_000;

  private Poll() {}

  /**
   * @param what describes the condition in the error
   * @throws AssertionError if {@code condition} does not become true in time
   */
  public static void until(Duration time, Supplier<String> what, BooleanSupplier condition) {
    long end = System.nanoTime() + time.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("timed out after " + time + ", expected: " + what.get());
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
