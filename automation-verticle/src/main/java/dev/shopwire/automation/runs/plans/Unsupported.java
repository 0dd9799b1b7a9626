package dev.shopwire.automation.runs.plans;

import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.common.failure.ValidationError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tells what of a definition can't run yet, so that it is refused when it is published instead of
 * never being done. Immutable.
 */
public final class Unsupported {
  private static final String CODE = "not_supported";

  private Unsupported() {}

  /**
   * The faults; empty if all of it can run.
   *
   * @param pointer of the definition
   */
  public static List<ValidationError> in(FlowDefinition definition, String pointer) {
    List<ValidationError> faults = new ArrayList<>();
    addAll(definition.steps(), pointer + "/steps", faults);
    return faults;
  }

  private static void addAll(List<Step> steps, String pointer, List<ValidationError> faults) {
    for (int i = 0; i < steps.size(); i++) {
      steps.get(i).accept(new Steps(pointer + "/" + i, faults));
    }
  }

  /** Adds what can't be done of a step and of those within it; returns nothing. */
  private record Steps(String pointer, List<ValidationError> faults)
      implements Step.Cases<Optional<Void>>, Step.UntilCases<Optional<Void>> {
    private Optional<Void> add(String location, String message) {
      faults.add(new ValidationError(pointer + location, CODE, message));
      return Optional.empty();
    }

    @Override
    public Optional<Void> onFilter(Step.Filter filter) {
      return Optional.empty();
    }

    @Override
    public Optional<Void> onWait(Step.Wait wait) {
      return wait.until().accept(this);
    }

    @Override
    public Optional<Void> onElapsed(Step.Until.Elapsed elapsed) {
      return Optional.empty();
    }

    @Override
    public Optional<Void> onLocal(Step.Until.Local local) {
      return Optional.empty();
    }

    @Override
    public Optional<Void> onEvent(Step.Until.Event event) {
      return Optional.empty();
    }

    @Override
    public Optional<Void> onHolds(Step.Until.Holds holds) {
      return add("/condition", "Runs can't wait for a condition yet");
    }

    @Override
    public Optional<Void> onBranch(Step.Branch branch) {
      for (int i = 0; i < branch.arms().size(); i++) {
        addAll(branch.arms().get(i).steps(), pointer + "/arms/" + i + "/steps", faults);
      }
      addAll(branch.otherwise(), pointer + "/else", faults);
      return Optional.empty();
    }

    @Override
    public Optional<Void> onEmail(Step.Email email) {
      return Optional.empty();
    }

    @Override
    public Optional<Void> onSetField(Step.SetField setField) {
      return Optional.empty();
    }

    @Override
    public Optional<Void> onChangeTag(Step.ChangeTag changeTag) {
      return Optional.empty();
    }

    @Override
    public Optional<Void> onWebhook(Step.Webhook webhook) {
      return Optional.empty();
    }

    @Override
    public Optional<Void> onExit(Step.Exit exit) {
      return Optional.empty();
    }
  }
}
