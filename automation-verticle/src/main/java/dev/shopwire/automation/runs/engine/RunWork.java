package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.runs.engine.FlowStates.State;
import dev.shopwire.automation.runs.engine.HeldEvents.Held;
import dev.shopwire.automation.runs.engine.HeldEvents.KeyedEvent;
import dev.shopwire.automation.runs.machine.Answers;
import dev.shopwire.automation.runs.machine.EndReason;
import dev.shopwire.automation.runs.machine.Outcome;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.automation.runs.machine.RunEvent;
import dev.shopwire.automation.runs.machine.RunMachine;
import dev.shopwire.automation.runs.machine.RunProgress;
import dev.shopwire.automation.runs.machine.RunState;
import dev.shopwire.automation.runs.machine.StepLog;
import dev.shopwire.automation.runs.machine.Turn.Stop;
import dev.shopwire.common.contracts.StepContracts.Change;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An active run within one transaction. Not thread-safe. */
final class RunWork {
  private final RunRecord record;
  private final boolean isNew;
  private final Plan plan;
  private final State flow;
  private final Answers answers;
  private final List<KeyedEvent> events;
  private final RunProgress progress;
  private final boolean isCut;
  private @Nullable Stop stop;
  private @Nullable FailedAttempt failure;
  private boolean isDeferred;
  private boolean isAwaiting;
  private boolean isRequested;
  private boolean isAnswered;
  private boolean isGivenUp;
  private @Nullable Change asked;
  private Optional<Instant> nextLook = Optional.empty();

  /**
   * @param events what the run has not been given yet, in order
   * @param floor every event of the customer before it is known
   * @param unordered events that only keep steps from acting
   * @param changedAt when the first thing happened that conditions may follow; empty if nothing has
   * @param isCut whether more has happened, which the next transaction is given
   */
  RunWork(
      RunRecord record,
      boolean isNew,
      Plan plan,
      State flow,
      Instant now,
      List<KeyedEvent> events,
      Instant floor,
      List<RunEvent> unordered,
      Optional<Instant> changedAt,
      boolean isCut) {
    this.record = record;
    this.isNew = isNew;
    this.plan = plan;
    this.flow = flow;
    this.answers = new Answers(now, firstLook(record, changedAt), !isCut);
    this.isCut = isCut;
    this.events = List.copyOf(events);
    this.progress =
        new RunProgress(
            new RunMachine(plan, record.key(), record.cause().json()),
            record.state(),
            events.stream().map(KeyedEvent::event).toList(),
            floor,
            unordered);
  }

  /** When the conditions that the run follows should have been looked at. */
  private static Optional<Instant> firstLook(RunRecord record, Optional<Instant> changedAt) {
    Optional<Instant> planned =
        Optional.ofNullable(record.wakeAt())
            .filter(
                wakeAt ->
                    record
                        .state()
                        .waiting()
                        .filter(wait -> wakeAt.isBefore(wait.dueAt()))
                        .isPresent());
    return Stream.concat(planned.stream(), changedAt.stream()).min(Comparator.naturalOrder());
  }

  /** Continues from a change that its step has asked for, if the outcome is known. */
  void resume(StepRequests.Request request) {
    Optional<Outcome> outcome = request.outcome();
    isRequested = true;
    isAwaiting = outcome.isEmpty();
    if (outcome.isPresent() && !flow.isPaused()) {
      isAnswered = true;
      if (outcome.get().name().equals("failed")) {
        isGivenUp = true;
        fail(Failure.of(Code.INTERNAL, "failed", outcome.get().detail().orElse("")));
      } else {
        attempt(
            () -> {
              progress.acted(outcome.get());
              return null;
            });
      }
    }
  }

  /** Continues; afterwards {@link #asks} or {@link #acts} may be present. */
  void advance() {
    Instant archivedAt = flow.endsRunsAt();
    if (archivedAt != null) {
      stop = new Stop.Ends(EndReason.ARCHIVED, archivedAt);
    } else if (flow.isPaused()) {
      exitInPause();
    } else if (!isBlocked() && !isDeferred && !(stop instanceof Stop.Ends)) {
      attempt(() -> progress.advance(answers));
      if (stop instanceof Stop.Acts && flow.isSkipped(progress.state().at())) {
        acted(Outcome.SKIPPED);
        advance();
      }
    }
  }

  /** A pause keeps steps from acting, and so whatever came before can't prevent the exit. */
  private void exitInPause() {
    if (isRequested || failure != null) {
      return;
    }
    Optional<Instant> byEvent = progress.exit();
    stop =
        byEvent.isPresent()
            ? new Stop.Ends(EndReason.EXIT_CONDITION, byEvent.get())
            : progress.exitByCondition(answers);
  }

  /** The conditions that it follows from now on, since it waits. */
  List<Condition> followed() {
    return stop instanceof Stop.Waits && !flow.isPaused()
        ? plan.followed(progress.state().step())
        : List.of();
  }

  /** Lets the run be looked at by this time. */
  void wakeBy(Instant time) {
    nextLook = nextLook.filter(time::isAfter).or(() -> Optional.of(time));
  }

  /** Whether conditions must be looked at again by the next transaction that can do so. */
  private boolean mustLookAgain() {
    return (flow.isPaused() || isCut) && !plan.followed(progress.state().step()).isEmpty();
  }

  /** Whether it can't continue, so that its events must wait. */
  private boolean isBlocked() {
    return !(stop instanceof Stop.Ends) && (flow.isPaused() || failure != null || isAwaiting);
  }

  /** Leaves the step that must act for the next transaction. */
  void defer() {
    isDeferred = true;
    stop = null;
  }

  /** A defect that shows with one run keeps none of the others. */
  private void attempt(Supplier<@Nullable Stop> step) {
    try {
      stop = step.get();
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  void fail(RuntimeException error) {
    failure = new FailedAttempt(record, error, answers.now(), isGivenUp);
    stop = null;
  }

  Optional<Stop.Asks> asks() {
    return stop instanceof Stop.Asks asks ? Optional.of(asks) : Optional.empty();
  }

  /** The step that must act. */
  Optional<Step> acts() {
    return stop instanceof Stop.Acts acts ? Optional.of(acts.step()) : Optional.empty();
  }

  void acted(Outcome outcome) {
    progress.acted(outcome);
    stop = null;
  }

  /** Lets the step that must act wait for a change of the customer. */
  void await(Change change) {
    asked = change;
    isAwaiting = true;
    stop = null;
  }

  /** The change that the transaction asks for. */
  Optional<Change> asked() {
    return failure == null ? Optional.ofNullable(asked) : Optional.empty();
  }

  /** Whether nothing more is done with a change that was asked for earlier. */
  boolean isDoneWithRequest() {
    return isRequested
        && (failure == null ? isAnswered || stop instanceof Stop.Ends : failure.isLast());
  }

  RunRecord record() {
    return record;
  }

  boolean isNew() {
    return isNew;
  }

  Plan plan() {
    return plan;
  }

  State flow() {
    return flow;
  }

  Answers answers() {
    return answers;
  }

  Optional<RuntimeException> failure() {
    return Optional.ofNullable(failure).map(FailedAttempt::error);
  }

  Optional<Stop.Ends> end() {
    return stop instanceof Stop.Ends ends ? Optional.of(ends) : Optional.empty();
  }

  /** The steps done; of a failed attempt none, unless it was the last. */
  List<StepLog> log() {
    return failure == null ? progress.log() : failure.log(plan);
  }

  /** The events that must be given to the run when it can continue. */
  List<Held> held() {
    return !isBlocked()
        ? List.of()
        : events
            .subList(
                failure == null ? events.size() - progress.remaining().size() : 0, events.size())
            .stream()
            .filter(event -> plan.listensTo(event.event().name()))
            .map(event -> new Held(record.id(), event.key()))
            .toList();
  }

  private boolean holdsEvents() {
    return isBlocked() && ((record.holdsEvents() && asked == null) || !held().isEmpty());
  }

  /** Whether events that waited were given to it. */
  boolean hasTakenHeld() {
    return record.holdsEvents() && (!isBlocked() || asked().isPresent());
  }

  /** What is stored, at the end of the transaction. */
  RunResult result() {
    if (failure != null) {
      return failure.result(log().size(), holdsEvents());
    }
    RunState state = progress.state();
    int logged = record.logged() + progress.log().size();
    if (stop instanceof Stop.Ends ends) {
      return result("ended", ends.reason().apiName(), state, null, null, ends.at(), logged);
    }
    if (isAwaiting) {
      return result("active", null, state, WaitNames.CHANGE, null, null, logged);
    }
    RunResult waits =
        result("active", null, state, WaitNames.of(plan, state), wakeAt(state), null, logged);
    return mustLookAgain()
        ? waits.wokenBy(answers.now())
        : nextLook.map(waits::wokenBy).orElse(waits);
  }

  /** One that does not wait could not continue. */
  private static Instant wakeAt(RunState state) {
    return state.waiting().map(RunState.Waiting::dueAt).orElse(state.at());
  }

  private RunResult result(
      String status,
      @Nullable String reason,
      RunState state,
      @Nullable String waitsFor,
      @Nullable Instant wakeAt,
      @Nullable Instant endedAt,
      int logged) {
    return new RunResult(
        record,
        status,
        reason,
        state,
        waitsFor,
        wakeAt,
        null,
        record.enteredAt(),
        endedAt,
        logged,
        holdsEvents(),
        0,
        null,
        null);
  }
}
