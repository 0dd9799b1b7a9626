package dev.shopwire.automation.runs.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.definitions.Entry;
import dev.shopwire.automation.definitions.EventMatch;
import dev.shopwire.automation.definitions.Exit;
import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.definitions.Step.Timeout;
import dev.shopwire.automation.definitions.Step.Until;
import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.automation.definitions.ZoneChoice;
import dev.shopwire.automation.runs.machine.Turn.Stop;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;

/** Tests what conditions do to runs that wait, at different times of a look at them. */
class FollowedConditionsTest {
  private static final Instant START = Instant.parse("2026-06-01T08:00:00Z");
  private static final Condition AWAITED = RandomFlows.condition(0);
  private static final Condition EXIT = RandomFlows.condition(1);
  private static final Condition ENTRY = RandomFlows.condition(2);
  private static final Step.Wait MINUTE =
      new Step.Wait("w", new Until.Elapsed(Duration.ofMinutes(1)));
  private static final Step.Wait CONDITION =
      new Step.Wait("w", new Until.Holds(AWAITED, new Timeout(Duration.ofMinutes(1), false)));

  private static Instant at(int seconds) {
    return START.plusSeconds(seconds);
  }

  private static FlowDefinition flow(Step step, Exit... exits) {
    return new FlowDefinition(
        new Trigger.UsageEvent("e", 0, List.of(), Optional.empty()),
        new Entry(Optional.of(ENTRY), Entry.DEFAULT_GRACE, new Entry.Frequency.Always()),
        List.of(exits),
        new ZoneChoice(Optional.empty(), ZoneOffset.UTC),
        true,
        false,
        List.of(step));
  }

  private static Answers answers(Answers answers, boolean awaited, boolean exits) {
    answers.put(AWAITED, awaited);
    answers.put(EXIT, exits);
    answers.put(ENTRY, !exits);
    return answers;
  }

  private static RunState begun(FlowDefinition flow) {
    RunProgress progress = progress(flow, machine(flow).start(START), List.of(), START, List.of());
    assertEquals(new Stop.Waits(), progress.advance(answers(new Answers(START), false, false)));
    return progress.state();
  }

  private static RunMachine machine(FlowDefinition flow) {
    return new RunMachine(new Plan(flow), null, null);
  }

  private static RunProgress progress(
      FlowDefinition flow,
      RunState state,
      List<RunEvent> events,
      Instant floor,
      List<RunEvent> unordered) {
    return new RunProgress(machine(flow), state, events, floor, unordered);
  }

  /** The outcomes and how it stops, with the seconds since the start. */
  private static String after(RunProgress progress, Answers answers) {
    StringJoiner outcomes = new StringJoiner(", ");
    Stop stop = progress.advance(answers);
    progress
        .log()
        .forEach(
            done ->
                outcomes.add(
                    done.outcome() + " " + Duration.between(START, done.at()).toSeconds()));
    return outcomes
        .add(
            stop instanceof Stop.Ends ends
                ? ends.reason().apiName() + " " + Duration.between(START, ends.at()).toSeconds()
                : stop.getClass().getSimpleName())
        .toString();
  }

  private static String look(FlowDefinition flow, int now, Optional<Instant> changedAt) {
    Answers answers = answers(new Answers(at(now), changedAt, true), true, false);
    return after(progress(flow, begun(flow), List.of(), at(now), List.of()), answers);
  }

  @Test
  void aWaitEndsWhenItsConditionIsSeenToHold() {
    FlowDefinition flow = flow(CONDITION);
    assertEquals("true 20, completed 20", look(flow, 20, Optional.empty()));
    assertEquals("true 59, completed 59", look(flow, 59, Optional.of(at(10))));
  }

  @Test
  void aLookThatIsMadeTooLateCountsIfSomethingHadChangedInTime() {
    FlowDefinition flow = flow(CONDITION);
    assertEquals("timeout 60, completed 60", look(flow, 90, Optional.empty()));
    assertEquals("timeout 60, completed 60", look(flow, 90, Optional.of(at(61))));
    assertEquals("true 60, completed 60", look(flow, 90, Optional.of(at(60))));
  }

  @Test
  void aConditionThatHoldsAtTheStartEndsTheWaitThen() {
    FlowDefinition flow = flow(CONDITION);
    Answers late = answers(new Answers(at(500)), true, false);
    assertEquals(
        "true 0, completed 0",
        after(progress(flow, machine(flow).start(START), List.of(), at(500), List.of()), late));
  }

  @Test
  void conditionsEndARunInEachWait() {
    for (Exit exit : List.of(new Exit.OnCondition(EXIT), new Exit.NoLongerMatches())) {
      for (Step step : List.of(MINUTE, CONDITION)) {
        FlowDefinition flow = flow(step, exit);
        Answers now = answers(new Answers(at(20)), true, true);
        assertEquals(
            "exit_condition 20",
            after(progress(flow, begun(flow), List.of(), at(20), List.of()), now));
        Answers late = answers(new Answers(at(90), Optional.of(at(30)), true), true, true);
        assertEquals(
            "exit_condition 60",
            after(progress(flow, begun(flow), List.of(), at(90), List.of()), late));
      }
    }
  }

  @Test
  void eventsThatCameBeforeTheLookComeFirst() {
    Exit onEvent = new Exit.OnEvent(new EventMatch("out", 0, List.of(), false));
    FlowDefinition flow = flow(CONDITION, onEvent);
    RunEvent out = new RunEvent("out", 1, at(15), null);
    Answers answers = answers(new Answers(at(20)), true, false);
    assertEquals(
        "exit_condition 15",
        after(progress(flow, begun(flow), List.of(out), at(20), List.of()), answers));
    assertEquals(
        "Waits", after(progress(flow, begun(flow), List.of(), at(14), List.of(out)), answers));
    RunEvent other = new RunEvent("other", 1, at(15), null);
    assertEquals(
        "true 20, completed 20",
        after(progress(flow, begun(flow), List.of(other), at(20), List.of()), answers));
  }

  @Test
  void noConditionMovesARunOnThatIsNotGivenAllEvents() {
    FlowDefinition flow = flow(CONDITION, new Exit.OnCondition(EXIT));
    Answers answers = answers(new Answers(at(20), Optional.of(at(10)), false), true, true);
    assertEquals(
        "Waits", after(progress(flow, begun(flow), List.of(), at(10), List.of()), answers));
  }

  @Test
  void aPlanTellsWhatItsRunsFollow() {
    Plan plan = new Plan(flow(CONDITION, new Exit.OnCondition(EXIT), new Exit.NoLongerMatches()));
    assertEquals(List.of(ENTRY, EXIT, AWAITED), plan.followed());
    assertEquals(List.of(EXIT, ENTRY, AWAITED), plan.followed(Optional.of("w")));
    assertEquals(List.of(EXIT, ENTRY), plan.followed(Optional.empty()));
    assertEquals(List.of(ENTRY), new Plan(flow(MINUTE)).followed());
    assertEquals(List.of(), new Plan(flow(MINUTE)).followed(Optional.of("w")));
  }
}
