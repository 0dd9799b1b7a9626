package dev.shopwire.automation.runs.machine;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.definitions.Step.Until;
import dev.shopwire.automation.runs.machine.Answers.LocalZone;
import dev.shopwire.automation.runs.machine.RunState.Waiting;
import dev.shopwire.automation.runs.machine.Turn.Stop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One call of {@link RunMachine#run}: goes from step to step until the run needs something, waits
 * or is over. For one call.
 */
final class RunCourse implements Step.Cases<Optional<Stop>> {
  private final RunMachine machine;
  private final Plan plan;
  private final Answers answers;
  private final Instant before;
  private final List<RunEvent> ahead;
  private final List<StepLog> log = new ArrayList<>();
  private final Look look;
  private RunState state;

  /**
   * @param before waits that are due earlier than this end
   * @param ahead events that the run has not been given yet
   */
  RunCourse(
      RunMachine machine,
      Plan plan,
      RunState state,
      Answers answers,
      Instant before,
      List<RunEvent> ahead) {
    this.machine = machine;
    this.plan = plan;
    this.state = state;
    this.answers = answers;
    this.before = before;
    this.ahead = ahead;
    this.look = new Look(plan, answers, ahead);
  }

  Turn run() {
    try {
      Optional<Stop> stop = Optional.empty();
      while (stop.isEmpty()) {
        stop = next();
      }
      return new Turn(state, log, stop.get());
    } catch (Answers.Unanswered e) {
      return new Turn(state, log, new Stop.Asks(e.question()));
    }
  }

  /** Looks only at the conditions that end the run, wherever it stands. */
  Stop exitByCondition() {
    try {
      return look.exits()
          ? new Stop.Ends(EndReason.EXIT_CONDITION, Look.later(state.at(), answers.now()))
          : new Stop.Waits();
    } catch (Answers.Unanswered e) {
      return new Stop.Asks(e.question());
    }
  }

  /** Does one step; empty if the run continues. */
  private Optional<Stop> next() {
    if (state.step().isEmpty()) {
      return end(EndReason.COMPLETED);
    }
    return plan.require(state.step().get()).accept(this);
  }

  @Override
  public Optional<Stop> onWait(Step.Wait wait) {
    return state.waiting().isPresent() ? await(wait) : begin(wait);
  }

  @Override
  public Optional<Stop> onEmail(Step.Email email) {
    return act(email);
  }

  @Override
  public Optional<Stop> onSetField(Step.SetField setField) {
    return act(setField);
  }

  @Override
  public Optional<Stop> onChangeTag(Step.ChangeTag changeTag) {
    return act(changeTag);
  }

  @Override
  public Optional<Stop> onWebhook(Step.Webhook webhook) {
    return act(webhook);
  }

  @Override
  public Optional<Stop> onExit(Step.Exit exit) {
    log.add(RunMachine.log(exit, state.at(), "exited", exit.label()));
    return end(EndReason.EXIT_STEP);
  }

  private Optional<Stop> end(EndReason reason) {
    return Optional.of(new Stop.Ends(reason, state.at()));
  }

  private Optional<Stop> go(Step step, String outcome, Optional<String> next) {
    log.add(RunMachine.log(step, state.at(), outcome, Optional.empty()));
    state = state.moved(next, state.at());
    return Optional.empty();
  }

  private boolean holds(Optional<Condition> condition) {
    return condition.isEmpty() || answers.holds(condition.get());
  }

  @Override
  public Optional<Stop> onFilter(Step.Filter filter) {
    if (machine.hold(filter.properties()) && holds(filter.condition())) {
      return go(filter, "passed", plan.after(filter));
    }
    log.add(RunMachine.log(filter, state.at(), "filtered", Optional.empty()));
    return end(EndReason.FILTERED);
  }

  @Override
  public Optional<Stop> onBranch(Step.Branch branch) {
    Optional<String> after = plan.after(branch);
    for (Step.Arm arm : branch.arms()) {
      if (holds(arm)) {
        return go(branch, arm.name(), Plan.firstOf(arm.steps(), after));
      }
    }
    return go(branch, "else", Plan.firstOf(branch.otherwise(), after));
  }

  private boolean holds(Step.Arm arm) {
    boolean hasOutcome =
        arm.outcome()
            .map(earlier -> earlier.outcome().equals(state.outcomes().get(earlier.step())))
            .orElse(true);
    return hasOutcome && machine.hold(arm.properties()) && holds(arm.condition());
  }

  private Optional<Stop> begin(Step.Wait wait) {
    return wait.until()
        .accept(
            new Step.UntilCases<>() {
              @Override
              public Optional<Stop> onElapsed(Until.Elapsed elapsed) {
                return waitUntil(after(elapsed.duration()));
              }

              @Override
              public Optional<Stop> onLocal(Until.Local local) {
                LocalZone zone = answers.zone(plan.definition().timezone());
                return waitUntil(
                    LocalTimes.next(state.at(), local.time(), local.weekdays(), zone.zone()));
              }

              @Override
              public Optional<Stop> onEvent(Until.Event event) {
                return waitUntil(after(event.timeout().after()));
              }

              @Override
              public Optional<Stop> onHolds(Until.Holds holds) {
                return answers.holds(holds.condition())
                    ? finish(wait, "true", state.at(), Optional.empty())
                    : waitUntil(after(holds.timeout().after()));
              }
            });
  }

  private Optional<Stop> waitUntil(Instant dueAt) {
    state = state.waitingUntil(dueAt);
    return Optional.empty();
  }

  private Instant after(Duration duration) {
    return state.at().plus(duration);
  }

  private Optional<Stop> await(Step.Wait wait) {
    Waiting waiting = state.waiting().orElseThrow();
    Optional<Instant> seenAt = look.at(waiting);
    if (seenAt.isPresent()) {
      if (look.exits()) {
        return Optional.of(new Stop.Ends(EndReason.EXIT_CONDITION, seenAt.get()));
      }
      if (wait.until() instanceof Until.Holds holds && answers.holds(holds.condition())) {
        return finish(wait, "true", seenAt.get(), Optional.empty());
      }
    }
    return waiting.dueAt().isBefore(before)
        ? due(wait, waiting.dueAt())
        : Optional.of(new Stop.Waits());
  }

  private Optional<Stop> due(Step.Wait wait, Instant at) {
    return wait.until()
        .accept(
            new Step.UntilCases<>() {
              @Override
              public Optional<Stop> onElapsed(Until.Elapsed elapsed) {
                return finish(wait, "elapsed", at, Optional.empty());
              }

              @Override
              public Optional<Stop> onLocal(Until.Local local) {
                LocalZone zone = answers.zone(plan.definition().timezone());
                return finish(
                    wait,
                    "elapsed",
                    at,
                    zone.isFallback() ? Optional.of("zone_fallback") : Optional.empty());
              }

              @Override
              public Optional<Stop> onEvent(Until.Event event) {
                return timeOut(wait, at, event.timeout());
              }

              @Override
              public Optional<Stop> onHolds(Until.Holds holds) {
                return timeOut(wait, at, holds.timeout());
              }
            });
  }

  private Optional<Stop> timeOut(Step.Wait wait, Instant at, Step.Timeout timeout) {
    finish(wait, "timeout", at, Optional.empty());
    return timeout.endsRun() ? end(EndReason.WAIT_TIMEOUT) : Optional.empty();
  }

  private Optional<Stop> finish(
      Step.Wait wait, String outcome, Instant at, Optional<String> detail) {
    log.add(RunMachine.log(wait, at, outcome, detail));
    state = state.with(wait.id(), outcome).moved(plan.after(wait), at);
    return Optional.empty();
  }

  private Optional<Stop> act(Step step) {
    Optional<Waiting> waiting = state.waiting();
    if (waiting.isPresent()) {
      Optional<Instant> seenAt = look.at(waiting.get());
      if (seenAt.isPresent() && look.exits()) {
        return Optional.of(new Stop.Ends(EndReason.EXIT_CONDITION, seenAt.get()));
      }
      if (!waiting.get().dueAt().isBefore(before)) {
        return Optional.of(new Stop.Waits());
      }
      state = state.delayed(waiting.get().dueAt());
    }
    Optional<Instant> exit = exit();
    if (exit.isPresent()) {
      return Optional.of(new Stop.Ends(EndReason.EXIT_CONDITION, exit.get()));
    }
    if (step instanceof Step.Email email && isBoundToQuietHours(email)) {
      Instant allowed = answers.quiet().map(quiet -> quiet.endAfter(state.at())).orElse(state.at());
      if (allowed.isAfter(state.at())) {
        state = state.waitingUntil(allowed);
        return Optional.empty();
      }
    }
    return Optional.of(new Stop.Acts(step));
  }

  private boolean isBoundToQuietHours(Step.Email email) {
    return !email.isTransactional() && !plan.definition().ignoresQuietHours();
  }

  /** When the run exits although its step is about to act; empty if it doesn't. */
  private Optional<Instant> exit() {
    Optional<Instant> byEvent = machine.exit(ahead);
    return byEvent.isPresent()
        ? byEvent
        : look.exits() ? Optional.of(Look.later(state.at(), answers.now())) : Optional.empty();
  }
}
