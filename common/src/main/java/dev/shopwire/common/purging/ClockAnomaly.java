package dev.shopwire.common.purging;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Records why PostgreSQL's clock is not trusted to decide what is past retention, and since when. A
 * clock that is a year ahead makes all data look expired, and dropped data is lost: so retention
 * pauses while the clock is doubted, for at most 30 days.
 *
 * @param since by the doubted clock
 */
public record ClockAnomaly(Reason reason, Instant since) {
  /** The limit on how far the clock may advance between two checks, or lead the newest data. */
  private static final Duration FAR = Duration.ofDays(35);

  /** After this time the clock is trusted again, unless it jumps once more. */
  static final Duration MAX_PAUSE = Duration.ofDays(30);

  /** Why the clock is doubted. */
  public enum Reason {
    /** It jumped far ahead since the last check. */
    JUMP,
    /** It is far ahead of the newest data. */
    IDLE
  }

  /**
   * Decides whether a clock that reads {@code now} is doubted.
   *
   * @param lastChecked its time at the last check
   * @param before the result of the last check
   * @param newest when the newest data arrived; empty if there is none
   * @return empty if it is trusted
   */
  static Optional<ClockAnomaly> of(
      Instant now,
      Optional<Instant> lastChecked,
      Optional<ClockAnomaly> before,
      Optional<Instant> newest) {
    boolean jumped = lastChecked.filter(last -> isFar(last, now)).isPresent();
    boolean idle = newest.filter(last -> isFar(last, now)).isPresent();
    if (jumped) {
      return Optional.of(new ClockAnomaly(Reason.JUMP, now));
    }
    boolean steppedBack = before.filter(anomaly -> anomaly.since().isAfter(now)).isPresent();
    if (before.isPresent() && !steppedBack && before.get().persists(now, idle)) {
      return before;
    }
    return idle ? Optional.of(new ClockAnomaly(Reason.IDLE, now)) : Optional.empty();
  }

  private static boolean isFar(Instant from, Instant to) {
    return Duration.between(from, to).compareTo(FAR) > 0;
  }

  /** {@code IDLE} persists until new data arrives, even when it no longer pauses retention. */
  private boolean persists(Instant now, boolean idle) {
    return reason == Reason.IDLE ? idle : pausesRetention(now);
  }

  /** Whether retention pauses because of it. */
  boolean pausesRetention(Instant now) {
    return now.isBefore(since.plus(MAX_PAUSE));
  }

  /** The description for a log line. */
  String describe() {
    String problem =
        reason == Reason.JUMP
            ? "advanced by more than " + FAR.toDays() + " days since the last check"
            : "is more than " + FAR.toDays() + " days ahead of the newest data";
    return "PostgreSQL's clock " + problem;
  }

  /** When retention resumes whatever the clock shows. */
  Instant until() {
    return since.plus(MAX_PAUSE);
  }
}
