package dev.shopwire.automation.sending;

import dev.shopwire.common.load.BackgroundPace;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Decides when a lane may begin mails of campaigns: at any time, but while the public API is busy
 * one portion after the other, with a rest after each. Not thread-safe; use from one event loop.
 */
final class BulkPace {
  /** A rest is so many times as long as the portion before it took. */
  private static final int REST_FACTOR = 2;

  private final BackgroundPace pace;
  private final Set<Long> inProgress = new HashSet<>();
  private long startedNanos = System.nanoTime();
  private long restUntilNanos = startedNanos;

  BulkPace(BackgroundPace pace) {
    this.pace = pace;
  }

  /** Whether mails of campaigns may begin now. */
  boolean mayBegin() {
    return !pace.isBusy() || (inProgress.isEmpty() && restNanos() <= 0);
  }

  /** What is left of the present rest; not positive if there is none. */
  long restNanos() {
    return restUntilNanos - System.nanoTime();
  }

  /** Notes a portion of mails of campaigns, which may be empty. */
  void begun(Collection<Long> ids) {
    if (inProgress.isEmpty()) {
      startedNanos = System.nanoTime();
    }
    inProgress.addAll(ids);
  }

  /** Notes that nothing is left to do for a mail; after the last one of a portion a rest begins. */
  void ended(long id) {
    if (inProgress.remove(id) && inProgress.isEmpty()) {
      restUntilNanos = System.nanoTime() + pace.restAfter(startedNanos, REST_FACTOR).toNanos();
    }
  }
}
