package dev.shopwire.automation.runs.machine;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where a run stands.
 *
 * @param step the step that comes next or that it waits in; empty after the last one
 * @param at the run's clock: when the last step was done
 * @param waiting empty if the step has not begun
 * @param outcomes how the waits that are done ended, by step
 */
public record RunState(
    Optional<String> step, Instant at, Optional<Waiting> waiting, Map<String, String> outcomes) {
  public RunState {
    outcomes = Map.copyOf(outcomes);
  }

  /**
   * A wait that has begun.
   *
   * @param dueAt when it ends at the latest
   */
  public record Waiting(Instant since, Instant dueAt) {}

  RunState waitingUntil(Instant dueAt) {
    return new RunState(step, at, Optional.of(new Waiting(at, dueAt)), outcomes);
  }

  /** After a step. */
  RunState moved(Optional<String> next, Instant now) {
    return new RunState(next, now, Optional.empty(), outcomes);
  }

  /** At the same step, later. */
  RunState delayed(Instant until) {
    return new RunState(step, until, Optional.empty(), outcomes);
  }

  RunState with(String wait, String outcome) {
    Map<String, String> all = new HashMap<>(outcomes);
    all.put(wait, outcome);
    return new RunState(step, at, waiting, all);
  }
}
