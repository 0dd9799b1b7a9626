package dev.shopwire.automation.runs.machine;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.definitions.ZoneChoice;

/** What a run must know of its customer before it can continue. */
public sealed interface Question {
  /** Whether the customer satisfies a condition now. */
  record Holds(Condition condition) implements Question {}

  /** What the customer's time zone is. */
  record Zone(ZoneChoice choice) implements Question {}

  /** When the customer gets no mails. */
  record Quiet() implements Question {}
}
