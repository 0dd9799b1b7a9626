package dev.shopwire.common.load;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * A bound for what many hold together, in bytes of heap as far as that can be told beforehand.
 * Whoever gets nothing must refuse what it wanted it for. Thread-safe; nobody waits.
 */
public final class MemoryBudget {
  private final long limit;
  private final AtomicLong held = new AtomicLong();
  private final LongAdder refused = new LongAdder();

  public MemoryBudget(long limit) {
    this.limit = limit;
  }

  /** Takes so much, or nothing and says false. */
  public boolean take(long bytes) {
    return takeBelow(limit, bytes);
  }

  /** The same of whoever must leave {@code reserve} to others. */
  boolean takeLeaving(long reserve, long bytes) {
    return takeBelow(limit - reserve, bytes);
  }

  private boolean takeBelow(long ceiling, long bytes) {
    if (held.addAndGet(bytes) <= ceiling) {
      return true;
    }
    held.addAndGet(-bytes);
    refused.increment();
    return false;
  }

  public void giveBack(long bytes) {
    held.addAndGet(-bytes);
  }

  public long held() {
    return held.get();
  }

  public long limit() {
    return limit;
  }

  /** How often somebody got nothing, since the start. */
  public long refused() {
    return refused.sum();
  }
}
