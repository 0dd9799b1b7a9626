package dev.shopwire.automation.sending;

import dev.shopwire.common.load.BackgroundPace;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Decides when a lane may begin mails of campaigns: at any time, but while ingest is busy one
 * portion after the other, with a rest after each. Not thread-safe; use from one event loop.
 */
final class BulkPace {
  /** A rest is so many times as long as the portion before it took. */
  private static final int REST_FACTOR = 2;

  private final BackgroundPace pace;
  private final Set<Long> inProgress = new HashSet<>();
  private final LongSupplier nanoTime;
  private long startedNanos;
  private long restUntilNanos;

  BulkPace(BackgroundPace pace) {
    this(pace, System::nanoTime);
  }

  BulkPace(BackgroundPace pace, LongSupplier nanoTime) {
    this.pace = pace;
    this.nanoTime = nanoTime;
    this.restUntilNanos = nanoTime.getAsLong();
  }

  /** Whether mails of campaigns may begin now. */
  boolean mayBegin() {
    return !pace.isBusy() || (inProgress.isEmpty() && restNanos() <= 0);
  }

  /** What is left of the present rest; not positive if there is none. */
  long restNanos() {
    return restUntilNanos - nanoTime.getAsLong();
  }

  /** Notes a portion of mails of campaigns, which may be empty. */
  void begun(Collection<Long> ids) {
    if (inProgress.isEmpty()) {
      startedNanos = nanoTime.getAsLong();
    }
    inProgress.addAll(ids);
  }

  /** Notes that nothing is left to do for a mail; after the last one of a portion a rest begins. */
  void ended(long id) {
    if (inProgress.remove(id) && inProgress.isEmpty()) {
      long now = nanoTime.getAsLong();
      restUntilNanos = now + pace.restAfter(now - startedNanos, REST_FACTOR).toNanos();
    }
  }
}
