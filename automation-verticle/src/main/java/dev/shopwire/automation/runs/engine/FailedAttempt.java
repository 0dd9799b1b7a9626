package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.runs.machine.EndReason;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.automation.runs.machine.StepLog;
import dev.shopwire.automation.runs.machine.StepType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An attempt to move a run on that failed by a defect: it is made again later, unless it was the
 * last one.
 *
 * @param isGivenUp whether it is the last one, however many there were
 */
record FailedAttempt(RunRecord record, RuntimeException error, Instant now, boolean isGivenUp) {

  boolean isLast() {
    return isGivenUp || Attempts.isLast(record.failures() + 1, since(), now);
  }

  private Instant since() {
    return record.failingSince() == null ? now : record.failingSince();
  }

  /** The step that failed, if it was the last attempt. */
  List<StepLog> log(Plan plan) {
    Optional<Step> step = record.state().step().flatMap(plan::step);
    return step.isEmpty() || !isLast()
        ? List.of()
        : List.of(
            new StepLog(
                step.get().id(),
                StepType.of(step.get()),
                record.state().at(),
                "failed",
                List.of(),
                Optional.of(Attempts.describe(error))));
  }

  /**
   * What is stored.
   *
   * @param logged how many steps are done by it
   * @param holdsEvents whether events wait that the run must be given first
   */
  RunResult result(int logged, boolean holdsEvents) {
    int failures = record.failures() + 1;
    boolean isOver = isLast();
    return new RunResult(
        record,
        isOver ? "ended" : "active",
        isOver ? EndReason.FAILED.apiName() : null,
        record.state(),
        isOver ? null : "retry",
        isOver ? null : now.plus(Attempts.pause(failures)),
        null,
        record.enteredAt(),
        isOver ? now : null,
        record.logged() + logged,
        holdsEvents,
        failures,
        since(),
        Attempts.describe(error));
  }
}
