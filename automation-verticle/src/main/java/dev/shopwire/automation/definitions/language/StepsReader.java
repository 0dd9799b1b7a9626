package dev.shopwire.automation.definitions.language;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.common.events.PropertyCondition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the steps of a flow, with those of its branches. For one definition. */
final class StepsReader {
  static final int MAX_STEPS = 100;

  private static final Pattern ID = Pattern.compile("[a-z][a-z0-9_-]{0,39}");
  private static final int MAX_WORD = 100;
  private static final String STEPS = "steps";
  private static final String TYPES =
      "filter, wait, branch, email, set_field, add_tag, remove_tag, webhook or exit";

  private final References references;
  private final WaitReader waits;
  private final ActionReader actions;
  private final BranchReader branches;
  private final Set<String> ids = new HashSet<>();
  private int count;

  /**
   * @param hasKey whether runs have keys
   */
  StepsReader(References references, boolean hasKey) {
    this.references = references;
    this.waits = new WaitReader(references, hasKey);
    this.actions = new ActionReader(references);
    this.branches = new BranchReader(references, this);
  }

  /** The member {@code steps} of a definition. */
  List<Step> read(Part definition) {
    definition.requires(STEPS, "an array of steps");
    return read(definition, STEPS, 0, PassedWaits.NONE);
  }

  /**
   * @param depth in how many branches the steps are
   * @param passed the waits that each run that comes here has passed
   */
  List<Step> read(Part part, String member, int depth, PassedWaits passed) {
    List<Step> steps = new ArrayList<>();
    List<JsonNode> items = part.items(member, Integer.MAX_VALUE);
    PassedWaits before = passed;
    for (int i = 0; i < items.size() && count <= MAX_STEPS; i++) {
      count++;
      String pointer = part.itemPointer(member, i);
      if (count > MAX_STEPS) {
        part.faults()
            .add(pointer, "too_many_steps", "expected at most " + MAX_STEPS + " steps in all");
      } else {
        PassedWaits now = before;
        Optional<Step> step =
            Part.of(items.get(i), pointer, part.faults()).flatMap(read -> step(read, depth, now));
        step.ifPresent(steps::add);
        before = step.map(now::with).orElse(now);
      }
    }
    return steps;
  }

  private Optional<Step> step(Part part, int depth, PassedWaits passed) {
    String id = id(part);
    String type = part.text("type", MAX_WORD);
    Optional<Step> step =
        switch (type) {
          case "filter" -> Optional.of(filter(part, id));
          case "wait" -> waits.read(part, id);
          case "branch" -> branches.read(part, id, depth + 1, passed);
          case "email" -> Optional.of(actions.email(part, id));
          case "set_field" -> Optional.of(actions.setField(part, id));
          case "add_tag" -> Optional.of(actions.changeTag(part, id, true));
          case "remove_tag" -> Optional.of(actions.changeTag(part, id, false));
          case "webhook" -> Optional.of(actions.webhook(part, id));
          case "exit" -> Optional.of(new Step.Exit(id, part.optionalText("label", MAX_WORD)));
          default -> unknown(part, type);
        };
    if (step.isPresent()) {
      part.end();
    }
    return step;
  }

  private static Optional<Step> unknown(Part part, String type) {
    if (!type.isEmpty()) {
      part.fault("type", "unknown_step_type", "must be " + TYPES);
    }
    return Optional.empty();
  }

  private String id(Part part) {
    String id = part.text("id", MAX_WORD);
    if (!id.isEmpty() && !ID.matcher(id).matches()) {
      part.fault(
          "id",
          Part.INVALID_VALUE,
          "must begin with a letter from a to z and have up to 40 of a-z, 0-9, _ and -");
    } else if (!id.isEmpty() && !ids.add(id)) {
      part.fault("id", "duplicate_step", "must be unique in the definition");
    }
    return id;
  }

  private Step filter(Part part, String id) {
    Optional<Condition> condition = condition(part);
    List<PropertyCondition> properties = Events.properties(part);
    if (!part.has("condition") && !part.has("properties")) {
      part.faults()
          .add(part.pointer(), Part.MISSING_MEMBER, "expected condition, properties or both");
    }
    return new Step.Filter(id, condition, properties);
  }

  private Optional<Condition> condition(Part part) {
    return part.has("condition")
        ? Optional.of(references.condition(part, "condition"))
        : Optional.empty();
  }
}
