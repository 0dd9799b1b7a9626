package dev.shopwire.console.sessions;

import java.time.Duration;

/**
 * How long sessions last.
 *
 * @param idle until an unused session ends
 * @param total until a session ends in any case
 */
public record SessionTimes(Duration idle, Duration total) {
  private static final Duration MAX_STALENESS = Duration.ofMinutes(1);
  private static final int STALENESS_PER_IDLE = 10;

  /** How far behind the stored time of last use may be: it is not written at each request. */
  public Duration staleness() {
    Duration part = idle.dividedBy(STALENESS_PER_IDLE);
    return part.compareTo(MAX_STALENESS) < 0 ? part : MAX_STALENESS;
  }
}
