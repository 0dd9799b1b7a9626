package dev.shopwire.ingest.admission;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A nanosecond clock that advances only with {@link #advance}. */
final class FakeClock implements LongSupplier {
  private long now;

  /** Like {@link System#nanoTime}, the clock may start at any value, even below zero. */
  FakeClock(long start) {
    this.now = start;
  }

  void advance(Duration time) {
    now += time.toNanos();
  }

  @Override
  public long getAsLong() {
    return now;
  }
}
