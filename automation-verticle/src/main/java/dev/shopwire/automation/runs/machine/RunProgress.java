package dev.shopwire.automation.runs.machine;

import dev.shopwire.automation.runs.machine.Turn.Stop;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Takes a run through the events of its customer and the times that have come, in their order. For
 * one transaction; not thread-safe.
 */
public final class RunProgress {
  private final RunMachine machine;
  private final Deque<RunEvent> events;
  private final Instant floor;
  private final List<RunEvent> unordered;
  private final List<StepLog> log = new ArrayList<>();
  private RunState state;

  /**
   * @param state where the run stands
   * @param events what happened since, in order, up to {@code floor}
   * @param floor every event before it is known
   * @param unordered events of which it isn't known yet what happened before them: they only keep
   *     steps from acting
   */
  public RunProgress(
      RunMachine machine,
      RunState state,
      List<RunEvent> events,
      Instant floor,
      List<RunEvent> unordered) {
    this.machine = machine;
    this.state = state;
    this.events = new ArrayDeque<>(events);
    this.floor = floor;
    this.unordered = List.copyOf(unordered);
  }

  /**
   * Continues until the run needs an answer, a step must act, it waits for what is to come, or it
   * is over.
   */
  public Stop advance(Answers answers) {
    while (true) {
      RunEvent next = events.peek();
      Instant before = next == null ? floor : next.receivedAt();
      Stop stop = take(machine.run(state, answers, before, ahead()));
      if (!(stop instanceof Stop.Waits)) {
        return stop;
      }
      if (next == null) {
        return stop;
      }
      events.remove();
      Stop received = take(machine.receive(state, next));
      if (received instanceof Stop.Ends) {
        return received;
      }
    }
  }

  /** When one of the events that it has not been given ends the run; empty if none does. */
  public Optional<Instant> exit() {
    return machine.exit(remaining());
  }

  /** Whether a condition ends the run, which can't continue: {@link Stop.Waits} if none does. */
  public Stop exitByCondition(Answers answers) {
    return machine.exitByCondition(state, answers);
  }

  private List<RunEvent> ahead() {
    List<RunEvent> ahead = new ArrayList<>(events);
    ahead.addAll(unordered);
    return ahead;
  }

  private Stop take(Turn turn) {
    state = turn.state();
    log.addAll(turn.log());
    return turn.stop();
  }

  /** Continues with the outcome of the step that had to act. */
  public void acted(Outcome outcome) {
    take(machine.acted(state, outcome));
  }

  public RunState state() {
    return state;
  }

  /** The steps done so far. */
  public List<StepLog> log() {
    return List.copyOf(log);
  }

  /** The events that the run has not been given. */
  public List<RunEvent> remaining() {
    return List.copyOf(events);
  }
}
