package dev.shopwire.automation.runs.machine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.definitions.EventMatch;
import dev.shopwire.automation.definitions.Exit;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.definitions.Step.Until;
import dev.shopwire.automation.runs.machine.Answers.LocalZone;
import dev.shopwire.automation.runs.machine.RunState.Waiting;
import dev.shopwire.automation.runs.machine.Turn.Stop;
import dev.shopwire.common.events.PropertyCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
   * Goes on until the run needs something, waits or is over.
   *
   * @param before waits that are due earlier than this end; the others go on
   * @param ahead events that have happened and that the run has not been given yet: one that lets
   *     it exit does so before a step acts
   */
  public Turn run(RunState state, Answers answers, Instant before, List<RunEvent> ahead) {
    return new Course(state, answers, before, ahead).run();
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

  /** Goes on after a step has acted, with {@link #run}. */
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

  private boolean hold(List<PropertyCondition> conditions) {
    return conditions.stream().allMatch(condition -> condition.matches(properties));
  }

  private static StepLog log(Step step, Instant at, String outcome, Optional<String> detail) {
    return new StepLog(step.id(), StepType.of(step), at, outcome, List.of(), detail);
  }

  /** One call of {@link #run}. */
  private final class Course implements Step.Cases<Optional<Stop>> {
    private final Answers answers;
    private final Instant before;
    private final List<RunEvent> ahead;
    private final List<StepLog> log = new ArrayList<>();
    private RunState state;

    Course(RunState state, Answers answers, Instant before, List<RunEvent> ahead) {
      this.state = state;
      this.answers = answers;
      this.before = before;
      this.ahead = ahead;
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

    /** Does one step; empty if the run goes on. */
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
      if (hold(filter.properties()) && holds(filter.condition())) {
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
      return hasOutcome && hold(arm.properties()) && holds(arm.condition());
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
      if (waiting.dueAt().isBefore(before)) {
        return due(wait, waiting.dueAt());
      }
      if (wait.until() instanceof Until.Holds holds && answers.holds(holds.condition())) {
        return finish(wait, "true", later(waiting.since(), answers.now()), Optional.empty());
      }
      return Optional.of(new Stop.Waits());
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
        Instant allowed =
            answers.quiet().map(quiet -> quiet.endAfter(state.at())).orElse(state.at());
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
      Optional<Instant> byEvent = RunMachine.this.exit(ahead);
      return byEvent.isPresent()
          ? byEvent
          : plan.definition().exits().stream().anyMatch(this::exitsNow)
              ? Optional.of(later(state.at(), answers.now()))
              : Optional.empty();
    }

    private boolean exitsNow(Exit exit) {
      return exit.accept(
          new Exit.Cases<>() {
            @Override
            public Boolean onEvent(Exit.OnEvent onEvent) {
              return false;
            }

            @Override
            public Boolean onCondition(Exit.OnCondition onCondition) {
              return answers.holds(onCondition.condition());
            }

            @Override
            public Boolean onNoLongerMatches(Exit.NoLongerMatches noLongerMatches) {
              return !plan.matches().stream().allMatch(answers::holds);
            }
          });
    }

    private static Instant later(Instant one, Instant other) {
      return one.isAfter(other) ? one : other;
    }
  }
}
