package dev.shopwire.automation.definitions;

import dev.shopwire.automation.conditions.Condition;

/** What ends a run before its last step. */
public sealed interface Exit {
  /** Calls the method for this kind of exit. */
  <T> T accept(Cases<T> cases);

  /** What is done with each kind of exit. */
  interface Cases<T> {
    T onEvent(OnEvent onEvent);

    T onCondition(OnCondition onCondition);

    T onNoLongerMatches(NoLongerMatches noLongerMatches);
  }

  /** A usage event after the entry. */
  record OnEvent(EventMatch event) implements Exit {
    @Override
    public <T> T accept(Cases<T> cases) {
      return cases.onEvent(this);
    }
  }

  /** The customer satisfies a condition. */
  record OnCondition(Condition condition) implements Exit {
    @Override
    public <T> T accept(Cases<T> cases) {
      return cases.onCondition(this);
    }
  }

  /** The entry condition, or membership of the trigger's segment, no longer holds. */
  record NoLongerMatches() implements Exit {
    @Override
    public <T> T accept(Cases<T> cases) {
      return cases.onNoLongerMatches(this);
    }
  }
}
