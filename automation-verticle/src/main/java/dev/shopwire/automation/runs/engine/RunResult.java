package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.runs.machine.RunState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction makes of a run.
 *
 * @param status pending, active or ended
 * @param reason of one that ended
 * @param waitsFor what the API shows
 * @param wakeAt when to look at it next; null for never
 * @param logged how many steps are done
 * @param holdsEvents whether events wait that it must be given first
 * @param error of the last attempt, if it failed
 */
record RunResult(
    RunRecord run,
    String status,
    @Nullable String reason,
    RunState state,
    @Nullable String waitsFor,
    @Nullable Instant wakeAt,
    @Nullable Instant graceUntil,
    Instant enteredAt,
    @Nullable Instant endedAt,
    int logged,
    boolean holdsEvents,
    int failures,
    @Nullable Instant failingSince,
    @Nullable String error) {

  /**
   * A cause whose entry condition does not hold yet.
   *
   * @param until the end of its grace
   */
  static RunResult pending(RunRecord run, Instant until) {
    return new RunResult(
        run,
        "pending",
        null,
        run.state(),
        "entry_condition",
        until,
        until,
        run.cause().key().at(),
        null,
        0,
        false,
        0,
        null,
        null);
  }

  /** The same, but looked at by this time. */
  RunResult wokenBy(Instant time) {
    return wakeAt == null || !time.isBefore(wakeAt)
        ? this
        : new RunResult(
            run,
            status,
            reason,
            state,
            waitsFor,
            time,
            graceUntil,
            enteredAt,
            endedAt,
            logged,
            holdsEvents,
            failures,
            failingSince,
            error);
  }

  @Nullable Instant dueAt() {
    return graceUntil != null
        ? graceUntil
        : state.waiting().map(RunState.Waiting::dueAt).orElse(null);
  }

  @Nullable Instant waitingSince() {
    return state.waiting().map(RunState.Waiting::since).orElse(null);
  }
}
