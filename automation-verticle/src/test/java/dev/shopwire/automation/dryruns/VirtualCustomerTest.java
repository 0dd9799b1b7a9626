package dev.shopwire.automation.dryruns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.runs.causes.CauseKey;
import dev.shopwire.automation.runs.machine.Answers;
import dev.shopwire.automation.runs.machine.Outcome;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.automation.runs.machine.Question;
import dev.shopwire.automation.runs.machine.QuietWindow;
import dev.shopwire.automation.runs.machine.RandomFlows;
import dev.shopwire.automation.runs.machine.RunEvent;
import dev.shopwire.automation.runs.machine.RunOracle;
import dev.shopwire.automation.runs.machine.Turn.Stop;
import dev.shopwire.common.json.Json;
import java.time.Instant;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Compares dry runs with {@link RunOracle}: who enters, and how the runs go. */
class VirtualCustomerTest {
  private static final Instant START = Instant.parse("2026-06-01T08:00:00Z");
  private static final Instant END = Instant.parse("2030-01-01T00:00:00Z");
  private static final int FLOWS = 2_000;
  private static final int EVENTS = 60;

  @Test
  void dryRunsOfRandomFlowsGoAsTheOracleSays() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Map<String, Integer> reasons = new HashMap<>();
    for (int i = 0; i < FLOWS; i++) {
      FlowDefinition flow = new RandomFlows(random).next();
      Customer customer = new Customer(random);
      List<String> expected = customer.expected(flow, reasons);
      List<String> actual = customer.actual(flow);
      int number = i;
      assertEquals(
          String.join("\n", expected),
          String.join("\n", withoutTimes(expected, actual)),
          () -> "seed " + seed + ", flow " + number + "\n" + flow);
    }
    assertEquals(5, reasons.size(), () -> "Each reason was reached: " + reasons);
    assertTrue(reasons.values().stream().allMatch(count -> count > 20), reasons::toString);
  }

  /** The oracle does not know when a condition ended a run. */
  private static List<String> withoutTimes(List<String> expected, List<String> actual) {
    List<String> lines = new ArrayList<>(actual);
    for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
      if (expected.get(i).equals("exit_condition")) {
        lines.set(i, actual.get(i).replaceAll(" .*", ""));
      }
    }
    return lines;
  }

  /** A customer with random events, and what holds of it. */
  private static final class Customer {
    private final List<RunEvent> events = new ArrayList<>();
    private final boolean[] truths = new boolean[RandomFlows.CONDITIONS];
    private final Optional<QuietWindow> quiet;

    Customer(Random random) {
      Instant at = START;
      for (int i = 0; i < EVENTS; i++) {
        at = at.plus(RunOracle.spacing(random.nextInt(4)));
        ObjectNode properties = Json.MAPPER.createObjectNode();
        properties.put("k", random.nextInt(4)).put("n", random.nextInt(10));
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
    }

    private int known(Instant at) {
      return (int) events.stream().filter(event -> !event.receivedAt().isAfter(at)).count();
    }

    /** The first cause of each key enters, if the entry condition holds. */
    List<String> expected(FlowDefinition flow, Map<String, Integer> reasons) {
      List<String> all = new ArrayList<>();
      Set<String> keys = new HashSet<>();
      boolean enters = flow.entry().condition().map(this::holds).orElse(true);
      for (int cause = 0; enters && cause < EVENTS; cause++) {
        RunEvent event = events.get(cause);
        if (event.name().equals("e0") && keys.add(key(event))) {
          all.add("entered " + event.receivedAt());
          all.addAll(new RunOracle(flow, events, cause, truths, this::known, quiet).walk());
          String end = all.get(all.size() - 1);
          reasons.merge(end.replaceAll(" .*", ""), 1, Integer::sum);
        }
      }
      return all;
    }

    private static String key(RunEvent event) {
      return Objects.requireNonNull(event.properties()).path("k").asText();
    }

    private boolean holds(Condition condition) {
      for (int i = 0; i < truths.length; i++) {
        if (RandomFlows.condition(i).equals(condition)) {
          return truths[i];
        }
      }
      throw new AssertionError("no such condition: " + condition);
    }

    List<String> actual(FlowDefinition flow) {
      Plan plan = new Plan(flow);
      List<VirtualCause> causes = new ArrayList<>();
      List<VirtualEvent> listened = new ArrayList<>();
      for (int i = 0; i < EVENTS; i++) {
        RunEvent event = events.get(i);
        CauseKey key =
            new CauseKey(event.receivedAt(), event.receivedAt(), new UUID(0, i), event.appId());
        if (event.name().equals("e0")) {
          causes.add(new VirtualCause("usage_event", key, "id", event.name(), event.properties()));
        }
        if (plan.listensTo(event.name())) {
          listened.add(new VirtualEvent(key, event));
        }
      }
      VirtualCustomer customer =
          new VirtualCustomer(
              1, plan, Optional.empty(), causes, new VirtualEvents(listened, Set.of()), END);
      // Answers of the end look at no wait: the oracle looks at conditions only before steps act.
      Answers known = new Answers(END);
      do {
        customer.advance(time -> known, (run, acts) -> Outcome.of("done"));
        customer.asks().forEach(asked -> answer(flow, asked.question(), known));
      } while (!customer.asks().isEmpty());
      List<String> all = new ArrayList<>();
      customer.runs().forEach(run -> add(run, all));
      return all;
    }

    private void answer(FlowDefinition flow, Question question, Answers known) {
      if (question instanceof Question.Holds asked) {
        known.put(asked.condition(), holds(asked.condition()));
      } else if (question instanceof Question.Zone) {
        known.put(flow.timezone(), new Answers.LocalZone(RandomFlows.ZONE, false));
      } else {
        known.putQuiet(quiet);
      }
    }

    private static void add(VirtualRun run, List<String> all) {
      all.add("entered " + run.enteredAt());
      run.log().forEach(done -> all.add(done.step() + " " + done.outcome() + " " + done.at()));
      Stop.Ends end = run.ended().orElseThrow();
      all.add(end.reason().apiName() + " " + end.at());
    }
  }
}
