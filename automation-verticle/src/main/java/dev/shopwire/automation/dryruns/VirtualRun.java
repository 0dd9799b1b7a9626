package dev.shopwire.automation.dryruns;

import dev.shopwire.automation.runs.machine.Answers;
import dev.shopwire.automation.runs.machine.Outcome;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.automation.runs.machine.Question;
import dev.shopwire.automation.runs.machine.RunEvent;
import dev.shopwire.automation.runs.machine.RunMachine;
import dev.shopwire.automation.runs.machine.RunState;
import dev.shopwire.automation.runs.machine.StepLog;
import dev.shopwire.automation.runs.machine.Turn;
import dev.shopwire.automation.runs.machine.Turn.Stop;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run of a dry run: moves the clock from one event or time to the next, and lets the machine go
 * on at each. What the run asks for is as of the clock. Not thread-safe.
 */
final class VirtualRun {
  private final VirtualCause cause;
  private final @Nullable String key;
  private final Plan plan;
  private final RunMachine machine;
  private final Instant enteredAt;
  private final VirtualEvents events;
  private final Instant end;
  private final List<StepLog> log = new ArrayList<>();
  private RunState state;
  private Instant clock;

  // Waits that are due earlier than this end.
  private Instant before = Instant.MIN;
  private int next;
  private @Nullable Question question;
  private Stop.@Nullable Ends ended;
  private boolean isDone;

  /**
   * @param events of the customer that runs listen to or whose conditions read, in order
   * @param first the first event that the run is given
   * @param end where the clock stops
   */
  VirtualRun(
      Plan plan,
      VirtualCause cause,
      @Nullable String key,
      Instant enteredAt,
      VirtualEvents events,
      int first,
      Instant end) {
    this.plan = plan;
    this.cause = cause;
    this.key = key;
    this.machine = new RunMachine(plan, key, cause.properties());
    this.enteredAt = enteredAt;
    this.events = events;
    this.next = first;
    this.end = end;
    this.state = machine.start(enteredAt);
    this.clock = enteredAt;
  }

  /** What is known of the customer as of a time. */
  @FunctionalInterface
  interface Known {
    Answers at(Instant time);
  }

  /** What a step would do. */
  @FunctionalInterface
  interface Effects {
    Outcome of(VirtualRun run, Turn.Stop.Acts acts);
  }

  /** Continues until it needs an answer, which {@link #question} returns, or is done. */
  void advance(Known known, Effects effects) {
    question = null;
    while (!isDone && question == null) {
      Stop stop = take(machine.run(state, known.at(clock), before, ahead()));
      if (stop instanceof Stop.Asks asks) {
        question = asks.question();
      } else if (stop instanceof Stop.Acts acts) {
        take(machine.acted(state, effects.of(this, acts)));
      } else if (stop instanceof Stop.Ends ends) {
        end(ends);
      } else {
        pass();
      }
    }
  }

  private Stop take(Turn turn) {
    state = turn.state();
    log.addAll(turn.log());
    return turn.stop();
  }

  private void end(Stop.Ends ends) {
    ended = ends;
    isDone = true;
  }

  /** Moves the clock to the event or the time that comes next. */
  private void pass() {
    Instant dueAt = state.waiting().map(RunState.Waiting::dueAt).orElse(Instant.MAX);
    while (next < events.size() && !events.get(next).at().isAfter(dueAt)) {
      RunState waiting = state;
      VirtualEvent event = events.get(next++);
      Stop received = take(machine.receive(state, event.event()));
      if (received instanceof Stop.Ends ends) {
        end(ends);
        return;
      }
      if (!state.equals(waiting)) {
        look(state.at());
        return;
      }
      if (followsConditions() && events.isRead(event)) {
        look(event.at());
        return;
      }
    }
    if (dueAt.isBefore(end)) {
      clock = dueAt;
      before = dueAt.plusNanos(1);
    } else {
      isDone = true;
    }
  }

  private boolean followsConditions() {
    return !plan.followed(state.step()).isEmpty();
  }

  /** Lets the run continue at a time at which no wait is over. */
  private void look(Instant at) {
    clock = at;
    before = Instant.MIN;
  }

  /**
   * The events of this time that it has not been given: one that ends it does so before it acts.
   */
  private List<RunEvent> ahead() {
    List<RunEvent> ahead = List.of();
    for (int i = next; i < events.size() && !events.get(i).at().isAfter(clock); i++) {
      ahead = ahead.isEmpty() ? new ArrayList<>() : ahead;
      ahead.add(events.get(i).event());
    }
    return ahead;
  }

  /** What it must know, as of {@link #clock}, before it can continue. */
  Optional<Question> question() {
    return Optional.ofNullable(question);
  }

  Instant clock() {
    return clock;
  }

  Plan plan() {
    return plan;
  }

  VirtualCause cause() {
    return cause;
  }

  @Nullable String key() {
    return key;
  }

  Instant enteredAt() {
    return enteredAt;
  }

  RunState state() {
    return state;
  }

  List<StepLog> log() {
    return List.copyOf(log);
  }

  /** Empty if it is active where the clock stands. */
  Optional<Stop.Ends> ended() {
    return Optional.ofNullable(ended);
  }
}
