package dev.shopwire.automation.runs.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.runs.machine.Answers.LocalZone;
import dev.shopwire.automation.runs.machine.Turn.Stop;
import dev.shopwire.common.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Compares the machine with {@link RunOracle}, however late and in whatever parts events come. */
class RunMachineTest {
  private static final Instant START = Instant.parse("2026-06-01T08:00:00Z");
  private static final Instant END = Instant.parse("2030-01-01T00:00:00Z");
  private static final int FLOWS = 2_000;
  private static final int EVENTS = 60;

  @Test
  void randomRunsGoAsTheOracleSays() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Map<String, Integer> reasons = new HashMap<>();
    for (int i = 0; i < FLOWS; i++) {
      int number = i;
      FlowDefinition flow = new RandomFlows(random).next();
      Stream stream = new Stream(random);
      for (int cause = 0; cause < EVENTS; cause++) {
        if (!stream.events.get(cause).name().equals("e0")) {
          continue;
        }
        List<String> expected =
            new RunOracle(flow, stream.events, cause, stream.truths, stream::known, stream.quiet)
                .walk();
        List<String> actual = stream.run(flow, cause);
        assertEquals(
            String.join("\n", expected),
            String.join("\n", actual),
            () -> "seed " + seed + ", flow " + number + "\n" + flow);
        reasons.merge(expected.get(expected.size() - 1).replaceAll(" .*", ""), 1, Integer::sum);
      }
    }
    assertEquals(5, reasons.size(), () -> "Each reason was reached: " + reasons);
    assertTrue(reasons.values().stream().allMatch(count -> count > 20), reasons::toString);
  }

  /** Events of one customer, of which more and more are known. */
  private static final class Stream {
    final List<RunEvent> events = new ArrayList<>();
    final boolean[] truths = new boolean[RandomFlows.CONDITIONS];
    final Optional<QuietWindow> quiet;
    private final List<Instant> floors;
    private final int unordered;

    Stream(Random random) {
      Instant at = START;
      for (int i = 0; i < EVENTS; i++) {
        at = at.plus(RunOracle.spacing(random.nextInt(4)));
        ObjectNode properties = Json.MAPPER.createObjectNode();
        properties.put("k", random.nextInt(2)).put("n", random.nextInt(10));
        events.add(
            new RunEvent(
                "e" + random.nextInt(RandomFlows.NAMES), 1 + random.nextInt(2), at, properties));
      }
      for (int i = 0; i < truths.length; i++) {
        truths[i] = random.nextBoolean();
      }
      quiet =
          random.nextBoolean()
              ? Optional.empty()
              : Optional.of(
                  new QuietWindow(
                      LocalTime.of(random.nextInt(24), 30),
                      LocalTime.of(random.nextInt(24), 0),
                      RandomFlows.ZONE));
      unordered = random.nextInt(3);
      TreeSet<Instant> cuts = new TreeSet<>();
      for (int i = 0; i < random.nextInt(1, 30); i++) {
        cuts.add(START.plus(Duration.ofSeconds(random.nextLong(5_400))));
      }
      cuts.add(END);
      floors = List.copyOf(cuts);
    }

    /** How many are known when a part of the events is worked on: also some after the floor. */
    private int known(int part) {
      return Math.min(events.size(), before(floors.get(part)) + unordered);
    }

    private int before(Instant floor) {
      int count = 0;
      while (count < events.size() && events.get(count).receivedAt().isBefore(floor)) {
        count++;
      }
      return count;
    }

    int known(Instant at) {
      int part = 0;
      while (!at.isBefore(floors.get(part))) {
        part++;
      }
      return known(part);
    }

    List<String> run(FlowDefinition flow, int cause) {
      RunEvent first = events.get(cause);
      String key = RunKey.of(first.properties(), new Plan(flow).keyProperty().orElseThrow()).get();
      RunMachine machine = new RunMachine(new Plan(flow), key, first.properties());
      List<String> log = new ArrayList<>();
      RunState state = machine.start(first.receivedAt());
      int given = cause + 1;
      for (int part = 0; part < floors.size(); part++) {
        Instant floor = floors.get(part);
        if (!first.receivedAt().isBefore(floor)) {
          continue;
        }
        int end = Math.max(given, before(floor));
        RunProgress progress =
            new RunProgress(
                machine,
                state,
                events.subList(given, end),
                floor,
                events.subList(end, Math.max(end, known(part))));
        Stop stop = drive(flow, progress);
        progress
            .log()
            .forEach(done -> log.add(done.step() + " " + done.outcome() + " " + done.at()));
        if (stop instanceof Stop.Ends ends) {
          boolean isByCondition =
              ends.reason() == EndReason.EXIT_CONDITION && ends.at().equals(END);
          log.add(ends.reason().apiName() + (isByCondition ? "" : " " + ends.at()));
          return log;
        }
        state = progress.state();
        given = end;
      }
      throw new AssertionError("The run does not end: " + state);
    }

    private Stop drive(FlowDefinition flow, RunProgress progress) {
      Answers answers = new Answers(END);
      while (true) {
        Stop stop = progress.advance(answers);
        if (stop instanceof Stop.Asks asks) {
          answer(flow, asks.question(), answers);
        } else if (stop instanceof Stop.Acts) {
          progress.acted(Outcome.of("done"));
        } else {
          return stop;
        }
      }
    }

    private void answer(FlowDefinition flow, Question question, Answers answers) {
      if (question instanceof Question.Holds holds) {
        for (int i = 0; i < truths.length; i++) {
          if (RandomFlows.condition(i).equals(holds.condition())) {
            answers.put(holds.condition(), truths[i]);
          }
        }
      } else if (question instanceof Question.Zone) {
        answers.put(flow.timezone(), new LocalZone(RandomFlows.ZONE, false));
      } else {
        answers.putQuiet(quiet);
      }
    }
  }

  @Test
  void everyKindOfStepIsInTheRandomFlows() {
    Random random = new Random(1);
    long kinds =
        java.util.stream.Stream.generate(() -> new RandomFlows(random).next())
            .limit(1_000)
            .flatMap(FlowDefinition::allSteps)
            .map(StepType::of)
            .distinct()
            .count();
    assertEquals(StepType.values().length, kinds);
    assertEquals(8, Step.class.getPermittedSubclasses().length);
  }
}
