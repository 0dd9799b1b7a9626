package dev.shopwire.ingest.admission;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A nanosecond clock that stands still until it is told to go on. */
final class FakeClock implements LongSupplier {
  private long now;

  /** {@link System#nanoTime} may be anything at the start, below zero too. */
  FakeClock(long start) {
    this.now = start;
  }

  void pass(Duration time) {
    now += time.toNanos();
  }

  @Override
  public long getAsLong() {
    return now;
  }
}
