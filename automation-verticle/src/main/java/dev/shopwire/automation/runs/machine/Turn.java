package dev.shopwire.automation.runs.machine;

import dev.shopwire.automation.definitions.Step;
import java.time.Instant;
import java.util.List;

/**
 * How far a run got.
 *
 * @param state where it stands now
 * @param log the steps that were done on the way
 * @param stop why it went no further
 */
public record Turn(RunState state, List<StepLog> log, Stop stop) {
  public Turn {
    log = List.copyOf(log);
  }

  /** Why a run does not continue by itself. */
  public sealed interface Stop {
    /** Continue with the answer to this. */
    record Asks(Question question) implements Stop {}

    /** Do this, and report the outcome. Until then it has not been done. */
    record Acts(Step step) implements Stop {}

    /** It waits in its step, as the state says. */
    record Waits() implements Stop {}

    /** It is over. */
    record Ends(EndReason reason, Instant at) implements Stop {}
  }
}
