package dev.shopwire.common.purging;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Why PostgreSQL's clock may not be trusted to say what is past retention, and since when. A clock
 * that is a year ahead makes all data look old, and what is dropped does not come back: so
 * retention waits while the clock is doubted, for thirty days at most.
 *
 * @param since by the clock that is doubted
 */
public record ClockSkewGuard(Reason reason, Instant since) {
  /** Further than the clock may go forward between two looks, and ahead of the newest data. */
  private static final Duration FAR = Duration.ofDays(35);

  /** A clock that has not been changed by then is trusted. */
  static final Duration LONGEST = Duration.ofDays(30);

  /** What is odd about it. */
  public enum Reason {
    /** It went far forward since retention last looked. */
    JUMP,
    /** It is far ahead of the newest data. */
    IDLE
  }

  /**
   * What is to be thought of a clock that says {@code now}.
   *
   * @param lookedAt what it said at the last look
   * @param before what was thought of it then
   * @param newest when the newest data came; empty if there is none
   * @return empty if it is trusted
   */
  static Optional<ClockSkewGuard> of(
      Instant now,
      Optional<Instant> lookedAt,
      Optional<ClockSkewGuard> before,
      Optional<Instant> newest) {
    boolean jumped = lookedAt.filter(last -> isFar(last, now)).isPresent();
    boolean idle = newest.filter(last -> isFar(last, now)).isPresent();
    if (jumped) {
      return Optional.of(new ClockSkewGuard(Reason.JUMP, now));
    }
    boolean steppedBack = before.filter(doubt -> doubt.since().isAfter(now)).isPresent();
    if (before.isPresent() && !steppedBack && before.get().holds(now, idle)) {
      return before;
    }
    return idle ? Optional.of(new ClockSkewGuard(Reason.IDLE, now)) : Optional.empty();
  }

  private static boolean isFar(Instant from, Instant to) {
    return Duration.between(from, to).compareTo(FAR) > 0;
  }

  /**
   * One of idleness stays for as long as nothing comes, though it is no reason to wait any more.
   */
  private boolean holds(Instant now, boolean idle) {
    return reason == Reason.IDLE ? idle : isReasonToWait(now);
  }

  /** Whether retention waits because of it. */
  boolean isReasonToWait(Instant now) {
    return now.isBefore(since.plus(LONGEST));
  }

  /** For a log line. */
  String text() {
    String why =
        reason == Reason.JUMP
            ? "went forward by more than " + FAR.toDays() + " days since it was last looked at"
            : "is more than " + FAR.toDays() + " days ahead of the newest data";
    return "PostgreSQL's clock " + why;
  }

  /** When retention goes on whatever the clock says. */
  Instant until() {
    return since.plus(LONGEST);
  }
}
