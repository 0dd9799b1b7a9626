package dev.shopwire.automation.flows.definition;

import dev.shopwire.automation.conditions.Condition;

/** What ends a run before its last step. */
public sealed interface Exit {
  /** A usage event after the entry. */
  record OnEvent(EventMatch event) implements Exit {}

  /** The customer satisfies a condition. */
  record OnCondition(Condition condition) implements Exit {}

  /** The entry condition, or membership of the trigger's segment, no longer holds. */
  record NoLongerMatches() implements Exit {}
}
