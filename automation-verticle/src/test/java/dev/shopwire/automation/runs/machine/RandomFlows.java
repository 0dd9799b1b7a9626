package dev.shopwire.automation.runs.machine;

import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.shopwire.automation.campaigns.audience.AddressChoice;
import dev.shopwire.automation.campaigns.audience.AddressChoice.Kind;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.definitions.Entry;
import dev.shopwire.automation.definitions.EventMatch;
import dev.shopwire.automation.definitions.Exit;
import dev.shopwire.automation.definitions.FieldRef;
import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.definitions.Step.Arm;
import dev.shopwire.automation.definitions.Step.EarlierOutcome;
import dev.shopwire.automation.definitions.Step.NewValue;
import dev.shopwire.automation.definitions.Step.Timeout;
import dev.shopwire.automation.definitions.Step.Until;
import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.automation.definitions.ZoneChoice;
import dev.shopwire.common.events.PropertyCondition;
import dev.shopwire.common.events.PropertyOperator;
import dev.shopwire.common.events.PropertyPath;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Makes random definitions of flows, with all kinds of steps. Not thread-safe. */
public final class RandomFlows {
  public static final ZoneId ZONE = ZoneId.of("Asia/Kathmandu");

  /** How many conditions there are: the leaves are of events with these numbers. */
  public static final int CONDITIONS = 4;

  public static final int NAMES = 4;
  private static final int MAX_DEPTH = 3;

  private final Random random;
  private final List<Step.Wait> waits = new ArrayList<>();
  private int steps;

  public RandomFlows(Random random) {
    this.random = random;
  }

  public FlowDefinition next() {
    waits.clear();
    steps = 0;
    List<Exit> exits = new ArrayList<>();
    if (random.nextInt(3) == 0) {
      exits.add(new Exit.OnEvent(match()));
    }
    if (random.nextInt(12) == 0) {
      exits.add(new Exit.OnCondition(condition()));
    }
    if (random.nextInt(12) == 0) {
      exits.add(new Exit.NoLongerMatches());
    }
    return new FlowDefinition(
        new Trigger.UsageEvent("e0", 0, List.of(), Optional.empty()),
        new Entry(
            random.nextInt(4) == 0 ? Optional.of(condition()) : Optional.empty(),
            Entry.DEFAULT_GRACE,
            new Entry.Frequency.Key(PropertyPath.of("k"))),
        exits,
        new ZoneChoice(Optional.empty(), ZONE),
        random.nextBoolean(),
        false,
        sequence(0));
  }

  public static Condition condition(int number) {
    return new Condition.Test(new Leaf.SegmentLeaf(number));
  }

  private Condition condition() {
    return condition(random.nextInt(CONDITIONS));
  }

  private List<Step> sequence(int depth) {
    List<Step> sequence = new ArrayList<>();
    int count = random.nextInt(depth == 0 ? 1 : 0, 5);
    for (int i = 0; i < count; i++) {
      sequence.add(step(depth));
    }
    return sequence;
  }

  private Step step(int depth) {
    String id = "s" + steps++;
    return switch (random.nextInt(depth < MAX_DEPTH ? 14 : 11)) {
      case 0 -> new Step.Filter(id, maybeCondition(), maybeProperties());
      case 1, 2, 3, 4 -> {
        Step.Wait wait = new Step.Wait(id, until());
        waits.add(wait);
        yield wait;
      }
      case 5, 6 ->
          new Step.Email(
              id,
              1,
              List.of(new AddressChoice(Kind.SHOP, "")),
              Optional.empty(),
              Optional.empty(),
              random.nextInt(4) == 0);
      case 7 -> new Step.SetField(id, new FieldRef(1, 0), new NewValue.Literal(BooleanNode.TRUE));
      case 8 ->
          new Step.ChangeTag(
              id, random.nextBoolean(), "t", List.of(new AddressChoice(Kind.CONTACTS, "")));
      case 9 -> new Step.Webhook(id, Optional.empty(), Map.of());
      case 10 ->
          random.nextInt(4) == 0
              ? new Step.Exit(id, Optional.of("done"))
              : new Step.Webhook(id, Optional.empty(), Map.of());
      default -> branch(id, depth);
    };
  }

  private Step branch(String id, int depth) {
    List<Arm> arms = new ArrayList<>();
    for (int i = 0; i < random.nextInt(1, 4); i++) {
      Optional<EarlierOutcome> outcome =
          waits.isEmpty() || random.nextBoolean()
              ? Optional.empty()
              : Optional.of(
                  new EarlierOutcome(
                      waits.get(random.nextInt(waits.size())).id(),
                      random.nextBoolean() ? "timeout" : "event"));
      arms.add(
          new Arm("arm" + i, maybeCondition(), maybeProperties(), outcome, sequence(depth + 1)));
    }
    return new Step.Branch(id, arms, sequence(depth + 1));
  }

  private Until until() {
    return switch (random.nextInt(5)) {
      case 0 -> new Until.Elapsed(duration());
      case 1 -> {
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        if (random.nextBoolean()) {
          days.add(DayOfWeek.of(random.nextInt(1, 8)));
          days.add(DayOfWeek.of(random.nextInt(1, 8)));
        }
        yield new Until.Local(LocalTime.of(random.nextInt(24), random.nextInt(60)), days);
      }
      case 2 -> new Until.Holds(condition(), timeout());
      default -> new Until.Event(match(), timeout());
    };
  }

  private Timeout timeout() {
    return new Timeout(duration(), random.nextInt(4) == 0);
  }

  /** Often the same as the time between two events, so that both fall together. */
  private Duration duration() {
    return Duration.ofSeconds(30L * random.nextInt(1, 40));
  }

  private EventMatch match() {
    return new EventMatch(
        "e" + random.nextInt(1, NAMES), random.nextInt(3), maybeProperties(), random.nextBoolean());
  }

  private Optional<Condition> maybeCondition() {
    return random.nextInt(3) == 0 ? Optional.of(condition()) : Optional.empty();
  }

  private List<PropertyCondition> maybeProperties() {
    return random.nextInt(3) == 0
        ? List.of(
            new PropertyCondition(
                PropertyPath.of("n"),
                PropertyOperator.LTE,
                List.of(Integer.toString(random.nextInt(1, 10)))))
        : List.of();
  }
}
