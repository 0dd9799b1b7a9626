package dev.shopwire.common.load;

/**
 * One request's share of a memory budget, until it ends. A large one leaves a quarter of the budget
 * to others, so that a few slow uploads don't block small requests. Not thread-safe; use from one
 * event loop.
 */
public final class Reservation {
  private static final int LARGE = 256 << 10;

  private final MemoryBudget budget;
  private long bytes;
  private boolean released;

  public Reservation(MemoryBudget budget) {
    this.budget = budget;
  }

  /** Reserves {@code more} bytes; false if they don't fit or the request has ended. */
  public boolean tryReserve(long more) {
    long reserve = bytes + more > LARGE ? budget.limit() / 4 : 0;
    if (released || !budget.tryReserveLeaving(reserve, more)) {
      return false;
    }
    bytes += more;
    return true;
  }

  /** Releases everything; nothing more can be reserved. Idempotent. */
  public void release() {
    released = true;
    if (bytes > 0) {
      budget.release(bytes);
      bytes = 0;
    }
  }
}
