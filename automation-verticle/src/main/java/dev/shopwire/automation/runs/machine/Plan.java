package dev.shopwire.automation.runs.machine;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.Leaf.SegmentLeaf;
import dev.shopwire.automation.definitions.Entry.Frequency;
import dev.shopwire.automation.definitions.EventMatch;
import dev.shopwire.automation.definitions.Exit;
import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.common.events.PropertyPath;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A definition prepared for running: its steps by id, and which one follows which. Immutable. */
public final class Plan {
  private final FlowDefinition definition;
  private final Map<String, Step> steps = new HashMap<>();
  private final Map<String, String> following = new HashMap<>();
  private final Set<String> listened = new HashSet<>();
  private final List<Condition> matches;

  public Plan(FlowDefinition definition) {
    this.definition = definition;
    link(definition.steps(), Optional.empty());
    definition.exits().forEach(this::listen);
    this.matches =
        Stream.concat(
                definition.entry().condition().stream(), segment(definition.trigger()).stream())
            .toList();
  }

  private static Optional<Condition> segment(Trigger trigger) {
    if (trigger instanceof Trigger.SegmentChange change) {
      Condition isMember = isMember(change.segmentId());
      return Optional.of(change.isEntered() ? isMember : new Condition.Not(isMember));
    }
    return trigger instanceof Trigger.Schedule schedule
        ? schedule.audience().segment().map(Plan::isMember)
        : Optional.empty();
  }

  private static Condition isMember(long segment) {
    return new Condition.Test(new SegmentLeaf(segment));
  }

  /** The conditions that customers satisfy as long as the flow is for them. */
  List<Condition> matches() {
    return matches;
  }

  /**
   * The conditions that a run which waits follows: those that end it, and that of its step.
   *
   * @param step where it stands
   */
  public List<Condition> followed(Optional<String> step) {
    return Stream.concat(
            ofExits(), step.flatMap(this::step).flatMap(Plan::awaitedCondition).stream())
        .toList();
  }

  /** All conditions that runs of the flow, and who may enter it, follow at some time. */
  public List<Condition> followed() {
    boolean hasGrace = !definition.entry().grace().isZero();
    Stream<Condition> ofEntry = hasGrace ? definition.entry().condition().stream() : Stream.empty();
    Stream<Condition> ofSteps =
        definition.allSteps().flatMap(step -> awaitedCondition(step).stream());
    return Stream.of(ofEntry, ofExits(), ofSteps)
        .flatMap(conditions -> conditions)
        .distinct()
        .toList();
  }

  private Stream<Condition> ofExits() {
    return definition.exits().stream()
        .flatMap(
            exit ->
                exit instanceof Exit.OnCondition onCondition
                    ? Stream.of(onCondition.condition())
                    : exit instanceof Exit.NoLongerMatches ? matches.stream() : Stream.empty());
  }

  private static Optional<Condition> awaitedCondition(Step step) {
    return step instanceof Step.Wait wait && wait.until() instanceof Step.Until.Holds holds
        ? Optional.of(holds.condition())
        : Optional.empty();
  }

  private void link(List<Step> sequence, Optional<String> afterLast) {
    for (int i = 0; i < sequence.size(); i++) {
      Step step = sequence.get(i);
      Optional<String> next =
          i + 1 < sequence.size() ? Optional.of(sequence.get(i + 1).id()) : afterLast;
      steps.put(step.id(), step);
      next.ifPresent(id -> following.put(step.id(), id));
      if (step instanceof Step.Branch branch) {
        branch.arms().forEach(arm -> link(arm.steps(), next));
        link(branch.otherwise(), next);
      } else if (step instanceof Step.Wait wait && wait.until() instanceof Step.Until.Event event) {
        listened.add(event.event().eventName());
      }
    }
  }

  private void listen(Exit exit) {
    if (exit instanceof Exit.OnEvent event) {
      listened.add(event.event().eventName());
    }
  }

  public FlowDefinition definition() {
    return definition;
  }

  /** Empty if there is no such step. */
  public Optional<Step> step(String id) {
    return Optional.ofNullable(steps.get(id));
  }

  Step require(String id) {
    return step(id).orElseThrow(() -> new IllegalStateException("No step has the id " + id));
  }

  Optional<String> first() {
    return firstOf(definition.steps(), Optional.empty());
  }

  Optional<String> after(Step step) {
    return Optional.ofNullable(following.get(step.id()));
  }

  static Optional<String> firstOf(List<Step> sequence, Optional<String> otherwise) {
    return sequence.isEmpty() ? otherwise : Optional.of(sequence.get(0).id());
  }

  /** Whether an event of this name can change what becomes of a run. */
  public boolean listensTo(String eventName) {
    return listened.contains(eventName);
  }

  /** The names of events that can change what becomes of a run. */
  public Set<String> listened() {
    return Set.copyOf(listened);
  }

  /** The names of events that end a run. */
  public Set<String> exitNames() {
    return definition.exits().stream()
        .filter(Exit.OnEvent.class::isInstance)
        .map(exit -> ((Exit.OnEvent) exit).event().eventName())
        .collect(Collectors.toSet());
  }

  /** Where the key of a run comes from; empty if runs have none. */
  public Optional<PropertyPath> keyProperty() {
    return definition.entry().frequency() instanceof Frequency.Key key
        ? Optional.of(key.property())
        : Optional.empty();
  }

  /** The event that a step waits for; empty if it waits for none. */
  static Optional<EventMatch> awaited(Step step) {
    return step instanceof Step.Wait wait && wait.until() instanceof Step.Until.Event event
        ? Optional.of(event.event())
        : Optional.empty();
  }
}
