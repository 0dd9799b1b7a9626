package dev.shopwire.automation.definitions.language;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.definitions.Step.Arm;
import dev.shopwire.automation.definitions.Step.EarlierOutcome;
import dev.shopwire.common.events.PropertyCondition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads branches. For one definition. */
final class BranchReader {
  static final int MAX_DEPTH = 5;
  static final int MAX_ARMS = 10;

  private static final int MAX_NAME = 100;
  private static final String ARMS = "arms";
  private static final String ELSE = "else";
  private static final String STEPS = "steps";
  private static final String OUTCOME = "outcome";

  private final References references;
  private final StepsReader steps;

  /**
   * @param steps reads those within branches
   */
  BranchReader(References references, StepsReader steps) {
    this.references = references;
    this.steps = steps;
  }

  /**
   * @param depth in how many branches the steps of this one are
   * @return empty if it is too deep
   */
  Optional<Step> read(Part part, String id, int depth, PassedWaits passed) {
    if (depth > MAX_DEPTH) {
      part.faults()
          .add(
              part.pointer(),
              "too_deep",
              "expected branches nested at most " + MAX_DEPTH + " deep");
      return Optional.empty();
    }
    List<Arm> arms = new ArrayList<>();
    if (part.requires(ARMS, "an array of arms")) {
      List<JsonNode> items = part.items(ARMS, MAX_ARMS);
      if (part.value(ARMS).isArray() && part.value(ARMS).isEmpty()) {
        part.fault(ARMS, Part.MISSING_MEMBER, "must have 1 to " + MAX_ARMS + " items");
      }
      Set<String> names = new HashSet<>(Set.of(ELSE));
      for (int i = 0; i < items.size(); i++) {
        Part.of(items.get(i), part.itemPointer(ARMS, i), part.faults())
            .ifPresent(arm -> arms.add(arm(arm, names, depth, passed)));
      }
    }
    return Optional.of(new Step.Branch(id, arms, steps.read(part, ELSE, depth, passed)));
  }

  private Arm arm(Part part, Set<String> names, int depth, PassedWaits passed) {
    String name = part.text("name", MAX_NAME);
    if (!name.isEmpty() && !names.add(name)) {
      part.fault("name", Part.INVALID_VALUE, "must be unique in the branch, and not else");
    }
    Optional<Condition> condition =
        part.has("condition")
            ? Optional.of(references.condition(part, "condition"))
            : Optional.empty();
    List<PropertyCondition> properties = Events.properties(part);
    Optional<EarlierOutcome> outcome =
        part.optionalObject(OUTCOME).map(asked -> outcome(asked, passed));
    part.requires(STEPS, "an array of steps");
    Arm arm = new Arm(name, condition, properties, outcome, steps.read(part, STEPS, depth, passed));
    part.end();
    return arm;
  }

  private static EarlierOutcome outcome(Part part, PassedWaits passed) {
    String step = part.text("step", MAX_NAME);
    String is = part.text("is", MAX_NAME);
    Set<String> possible = passed.outcomes().getOrDefault(step, Set.of());
    if (!step.isEmpty() && possible.isEmpty()) {
      part.fault(
          "step", "invalid_outcome", "must be the id of a wait that each run passes before this");
    } else if (!step.isEmpty() && !is.isEmpty() && !possible.contains(is)) {
      String expected = String.join(" or ", possible.stream().sorted().toList());
      part.fault("is", "invalid_outcome", "must be " + expected);
    }
    part.end();
    return new EarlierOutcome(step, is);
  }
}
