package dev.shopwire.automation.runs.machine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.definitions.EventMatch;
import dev.shopwire.automation.definitions.Exit;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.runs.machine.RunState.Waiting;
import dev.shopwire.automation.runs.machine.Turn.Stop;
import dev.shopwire.common.events.PropertyCondition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes one run through its flow. It knows neither the database nor the clock: the same calls give
 * the same result, whenever they are made. Immutable.
 *
 * <p>States: a run is about to begin a step, waits in it, or is over. Events must be given in their
 * order, and before an event {@link #run} up to its time.
 */
public final class RunMachine {
  private final Plan plan;
  private final @Nullable String key;
  private final @Nullable JsonNode properties;

  /**
   * @param key of the run; null if its flow has none
   * @param properties of the event that started the run; null if there are none
   */
  public RunMachine(Plan plan, @Nullable String key, @Nullable JsonNode properties) {
    this.plan = plan;
    this.key = key;
    this.properties = properties;
  }

  /** A run that has just entered. */
  public RunState start(Instant enteredAt) {
    return new RunState(plan.first(), enteredAt, Optional.empty(), Map.of());
  }

  /**
   * Continues until the run needs something, waits or is over.
   *
   * @param before waits that are due earlier than this end; the others continue
   * @param ahead events that have happened and that the run has not been given yet: one that lets
   *     it exit does so before a step acts
   */
  public Turn run(RunState state, Answers answers, Instant before, List<RunEvent> ahead) {
    return new RunCourse(this, plan, state, answers, before, ahead).run();
  }

  /**
   * Whether a condition ends the run, which can't continue: {@link Stop.Waits} if none does.
   *
   * @param state where it stands
   */
  public Stop exitByCondition(RunState state, Answers answers) {
    return new RunCourse(this, plan, state, answers, state.at(), List.of()).exitByCondition();
  }

  /** Gives the run an event, after which it must be {@link #run}. */
  public Turn receive(RunState state, RunEvent event) {
    if (exits(event)) {
      return new Turn(
          state, List.of(), new Stop.Ends(EndReason.EXIT_CONDITION, event.receivedAt()));
    }
    Optional<Step> step = state.step().map(plan::require);
    boolean isAwaited =
        step.flatMap(Plan::awaited).filter(match -> matches(event, match)).isPresent()
            && state.waiting().filter(wait -> isWithin(wait, event)).isPresent();
    return isAwaited
        ? ended(state, (Step.Wait) step.orElseThrow(), "event", event.receivedAt())
        : new Turn(state, List.of(), new Stop.Waits());
  }

  private static boolean isWithin(Waiting wait, RunEvent event) {
    return !event.receivedAt().isBefore(wait.since()) && !event.receivedAt().isAfter(wait.dueAt());
  }

  private Turn ended(RunState state, Step.Wait wait, String outcome, Instant at) {
    return new Turn(
        state.with(wait.id(), outcome).moved(plan.after(wait), at),
        List.of(log(wait, at, outcome, Optional.empty())),
        new Stop.Waits());
  }

  /** Continues after a step has acted, with {@link #run}. */
  public Turn acted(RunState state, Outcome outcome) {
    Step step = plan.require(state.step().orElseThrow());
    StepLog done =
        new StepLog(
            step.id(),
            StepType.of(step),
            state.at(),
            outcome.name(),
            outcome.messageIds(),
            outcome.detail());
    return new Turn(state.moved(plan.after(step), state.at()), List.of(done), new Stop.Waits());
  }

  /** When the first of these events ends the run; empty if none does. */
  Optional<Instant> exit(List<RunEvent> events) {
    return events.stream().filter(this::exits).map(RunEvent::receivedAt).findFirst();
  }

  private boolean exits(RunEvent event) {
    return plan.definition().exits().stream()
        .anyMatch(exit -> exit instanceof Exit.OnEvent onEvent && matches(event, onEvent.event()));
  }

  private boolean matches(RunEvent event, EventMatch match) {
    return event.matches(match, key, plan.keyProperty());
  }

  /** Whether conditions on the event that started the run hold. */
  boolean hold(List<PropertyCondition> conditions) {
    return conditions.stream().allMatch(condition -> condition.matches(properties));
  }

  static StepLog log(Step step, Instant at, String outcome, Optional<String> detail) {
    return new StepLog(step.id(), StepType.of(step), at, outcome, List.of(), detail);
  }
}
