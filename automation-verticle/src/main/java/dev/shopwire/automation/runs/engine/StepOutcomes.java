package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.runs.machine.StepLog;
import dev.shopwire.automation.runs.machine.StepType;
import java.util.ArrayList;
import java.util.List;

/**
 * A step that was done, for meters: the arms of branches have names of workspaces, which are no
 * labels.
 */
record StepOutcomes(StepType type, String outcome) {
  private static final String ARM = "arm";

  static StepOutcomes of(StepLog log) {
    boolean isKnown = of(log.type()).contains(log.outcome());
    return new StepOutcomes(log.type(), isKnown ? log.outcome() : ARM);
  }

  /** All labels of a type. */
  static List<String> of(StepType type) {
    List<String> outcomes =
        new ArrayList<>(
            switch (type) {
              case FILTER -> List.of("passed", "filtered");
              case WAIT -> List.of("elapsed", "event", "true", "timeout");
              case BRANCH -> List.of(ARM, "else");
              case EMAIL -> List.of("queued", "no_recipient", "skipped");
              case SET_FIELD -> List.of("written", "unchanged", "refused", "skipped");
              case ADD_TAG, REMOVE_TAG -> List.of("changed", "no_recipient", "skipped");
              case WEBHOOK -> List.of("emitted", "no_subscriber", "skipped");
              case EXIT -> List.of("exited");
            });
    outcomes.add("failed");
    return outcomes;
  }
}
