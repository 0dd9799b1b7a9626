package dev.shopwire.analytics.funnels;

/** One way through a funnel's first steps, at least one of them. */
final class FunnelAttempt {
  private final long[] times;
  private final int firstKind;

  /**
   * @param times when each step was done, in microseconds since 1970; kept as it is
   * @param firstKind what kind of event the first one was
   */
  FunnelAttempt(long[] times, int firstKind) {
    this.times = times;
    this.firstKind = firstKind;
  }

  /** How many steps were done. */
  int reach() {
    return times.length;
  }

  /** When a step was done, in microseconds since 1970. */
  long time(int step) {
    return times[step];
  }

  /** Of the first event. */
  long firstKey() {
    return CustomerEvents.key(times[0], firstKind);
  }
}
