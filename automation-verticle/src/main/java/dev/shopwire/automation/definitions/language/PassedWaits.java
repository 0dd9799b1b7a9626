package dev.shopwire.automation.definitions.language;

import dev.shopwire.automation.definitions.Step;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The waits that every run has passed when it comes to some place of a definition. Immutable.
 *
 * @param outcomes the ways in which each can end, by its step's id
 */
record PassedWaits(Map<String, Set<String>> outcomes) {
  static final PassedWaits NONE = new PassedWaits(Map.of());

  PassedWaits {
    outcomes = Map.copyOf(outcomes);
  }

  /** What holds after a step. */
  PassedWaits with(Step step) {
    if (!(step instanceof Step.Wait wait)) {
      return this;
    }
    Map<String, Set<String>> more = new HashMap<>(outcomes);
    more.put(wait.id(), outcomes(wait.until()));
    return new PassedWaits(more);
  }

  private static Set<String> outcomes(Step.Until until) {
    if (until instanceof Step.Until.Event) {
      return Set.of("event", "timeout");
    }
    return until instanceof Step.Until.Holds ? Set.of("true", "timeout") : Set.of("elapsed");
  }
}
