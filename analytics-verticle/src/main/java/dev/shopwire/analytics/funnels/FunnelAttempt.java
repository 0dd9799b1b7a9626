package dev.shopwire.analytics.funnels;

/** One customer's attempt at a funnel, with at least one step completed. */
final class FunnelAttempt {
  private final long[] times;
  private final int firstKind;

  /**
   * @param times when each step was completed, in microseconds since 1970; not copied
   * @param firstKind the kind of the first event
   */
  FunnelAttempt(long[] times, int firstKind) {
    this.times = times;
    this.firstKind = firstKind;
  }

  /** The number of completed steps. */
  int reach() {
    return times.length;
  }

  /** When a step was completed, in microseconds since 1970. */
  long time(int step) {
    return times[step];
  }

  /** The {@link CustomerEvents#key} of the first event. */
  long firstKey() {
    return CustomerEvents.key(times[0], firstKind);
  }
}
