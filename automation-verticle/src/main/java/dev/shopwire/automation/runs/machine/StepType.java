package dev.shopwire.automation.runs.machine;

import dev.shopwire.automation.definitions.Step;
import java.util.Locale;

/** The kinds of steps, as the API names them. */
public enum StepType {
  FILTER,
  WAIT,
  BRANCH,
  EMAIL,
  SET_FIELD,
  ADD_TAG,
  REMOVE_TAG,
  WEBHOOK,
  EXIT;

  public static StepType of(Step step) {
    return step.accept(Types.TYPES);
  }

  public String apiName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Maps each kind of step to its type. */
  private enum Types implements Step.Cases<StepType> {
    TYPES;

    @Override
    public StepType onFilter(Step.Filter filter) {
      return FILTER;
    }

    @Override
    public StepType onWait(Step.Wait wait) {
      return WAIT;
    }

    @Override
    public StepType onBranch(Step.Branch branch) {
      return BRANCH;
    }

    @Override
    public StepType onEmail(Step.Email email) {
      return EMAIL;
    }

    @Override
    public StepType onSetField(Step.SetField setField) {
      return SET_FIELD;
    }

    @Override
    public StepType onChangeTag(Step.ChangeTag changeTag) {
      return changeTag.isAdded() ? ADD_TAG : REMOVE_TAG;
    }

    @Override
    public StepType onWebhook(Step.Webhook webhook) {
      return WEBHOOK;
    }

    @Override
    public StepType onExit(Step.Exit exit) {
      return EXIT;
    }
  }
}
