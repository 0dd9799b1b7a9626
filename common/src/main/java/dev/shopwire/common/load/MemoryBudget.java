package dev.shopwire.common.load;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Limits the heap that many holders reserve together, in bytes estimated beforehand. A caller whose
 * reservation fails must reject the work it was meant for. Thread-safe; never blocks.
 */
public final class MemoryBudget {
  private final long limit;
  private final AtomicLong reserved = new AtomicLong();
  private final LongAdder refused = new LongAdder();

  public MemoryBudget(long limit) {
    this.limit = limit;
  }

  /** Reserves {@code bytes} if they fit; otherwise reserves nothing and returns false. */
  public boolean take(long bytes) {
    return takeBelow(limit, bytes);
  }

  /** Like {@link #take}, but leaves {@code reserve} bytes to other callers. */
  boolean takeWithReserve(long reserve, long bytes) {
    return takeBelow(limit - reserve, bytes);
  }

  private boolean takeBelow(long ceiling, long bytes) {
    if (reserved.addAndGet(bytes) <= ceiling) {
      return true;
    }
    reserved.addAndGet(-bytes);
    refused.increment();
    return false;
  }

  public void giveBack(long bytes) {
    reserved.addAndGet(-bytes);
  }

  public long held() {
    return reserved.get();
  }

  public long limit() {
    return limit;
  }

  /** Failed reservations since the process started. */
  public long refused() {
    return refused.sum();
  }
}
