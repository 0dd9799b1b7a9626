package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.automation.runs.machine.RunState;
import dev.shopwire.automation.runs.machine.StepType;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What runs wait for, as the API shows it. */
public enum WaitNames implements Step.UntilCases<String> {
  NAMES;

  /** A change of the customer that the step has asked for. */
  static final String CHANGE = "change";

  /** Null if the run's step has not begun to wait. */
  public static @Nullable String of(Plan plan, RunState state) {
    Optional<Step> step = state.step().flatMap(plan::step);
    if (state.waiting().isEmpty() || step.isEmpty()) {
      return null;
    }
    return ofStep(step.get());
  }

  /** Null of a step that runs don't wait in. */
  static @Nullable String ofStep(Step step) {
    return step instanceof Step.Wait wait
        ? wait.until().accept(NAMES)
        : StepType.of(step) == StepType.EMAIL ? "quiet_hours" : null;
  }

  @Override
  public String onElapsed(Step.Until.Elapsed elapsed) {
    return "time";
  }

  @Override
  public String onLocal(Step.Until.Local local) {
    return "time";
  }

  @Override
  public String onEvent(Step.Until.Event event) {
    return "event";
  }

  @Override
  public String onHolds(Step.Until.Holds holds) {
    return "condition";
  }
}
