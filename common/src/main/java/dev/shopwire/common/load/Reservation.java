package dev.shopwire.common.load;

/**
 * What one request holds of a budget, until its end. A large one leaves a quarter of the budget to
 * others, so that a few that arrive slowly keep no small one out. For one event loop.
 */
public final class Reservation {
  private static final int LARGE = 256 << 10;

  private final MemoryBudget budget;
  private long bytes;
  private boolean ended;

  public Reservation(MemoryBudget budget) {
    this.budget = budget;
  }

  /** Takes so much more; false if there is no room for it, or if the request has ended. */
  public boolean take(long more) {
    long reserve = bytes + more > LARGE ? budget.limit() / 4 : 0;
    if (ended || !budget.takeLeaving(reserve, more)) {
      return false;
    }
    bytes += more;
    return true;
  }

  /** Gives all of it back; nothing more can be taken. The second time does nothing. */
  public void end() {
    ended = true;
    if (bytes > 0) {
      budget.giveBack(bytes);
      bytes = 0;
    }
  }
}
