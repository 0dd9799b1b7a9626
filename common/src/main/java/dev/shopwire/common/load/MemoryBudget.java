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
  private final LongAdder rejections = new LongAdder();

  public MemoryBudget(long limit) {
    this.limit = limit;
  }

  /** Reserves {@code bytes} if they fit; otherwise reserves nothing and returns false. */
  public boolean tryReserve(long bytes) {
    return tryReserveUpTo(limit, bytes);
  }

  /** Like {@link #tryReserve}, but leaves {@code reserve} bytes to other callers. */
  public boolean tryReserveLeaving(long reserve, long bytes) {
    return tryReserveUpTo(limit - reserve, bytes);
  }

  private boolean tryReserveUpTo(long ceiling, long bytes) {
    if (reserved.addAndGet(bytes) <= ceiling) {
      return true;
    }
    reserved.addAndGet(-bytes);
    rejections.increment();
    return false;
  }

  public void release(long bytes) {
    reserved.addAndGet(-bytes);
  }

  public long reserved() {
    return reserved.get();
  }

  public long limit() {
    return limit;
  }

  /** Failed reservations since the process started. */
  public long rejections() {
    return rejections.sum();
  }
}
