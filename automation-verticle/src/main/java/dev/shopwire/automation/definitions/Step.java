package dev.shopwire.automation.definitions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.campaigns.audience.AddressChoice;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.common.events.PropertyCondition;
import dev.shopwire.common.events.PropertyPath;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A step of a flow. */
public sealed interface Step {
  /** Unique in the definition. */
  String id();

  /** Calls the method for this kind of step. */
  <T> T accept(Cases<T> cases);

  /**
   * What is done with each kind of step: a new kind compiles only once every implementation treats
   * it.
   */
  interface Cases<T> {
    T onFilter(Filter filter);

    T onWait(Wait wait);

    T onBranch(Branch branch);

    T onEmail(Email email);

    T onSetField(SetField setField);

    T onChangeTag(ChangeTag changeTag);

    T onWebhook(Webhook webhook);

    T onExit(Exit exit);
  }

  /** This step and those within it. */
  default Stream<Step> withNested() {
    return Stream.of(this);
  }

  /** Ends the run unless both hold: a condition of the customer, and conditions of the event. */
  record Filter(String id, Optional<Condition> condition, List<PropertyCondition> properties)
      implements Step {
    public Filter {
      properties = List.copyOf(properties);
    }

    @Override
    public <T> T accept(Cases<T> cases) {
      return cases.onFilter(this);
    }
  }

  /** Waits. */
  record Wait(String id, Until until) implements Step {
    @Override
    public <T> T accept(Cases<T> cases) {
      return cases.onWait(this);
    }
  }

  /** What a wait ends at. */
  sealed interface Until {
    /** Calls the method for this kind of wait. */
    <T> T accept(UntilCases<T> cases);

    record Elapsed(Duration duration) implements Until {
      @Override
      public <T> T accept(UntilCases<T> cases) {
        return cases.onElapsed(this);
      }
    }

    /**
     * The first instant at or after the start with this local time in the flow's zone.
     *
     * @param weekdays empty for every day
     */
    record Local(LocalTime time, Set<DayOfWeek> weekdays) implements Until {
      public Local {
        weekdays = Set.copyOf(weekdays);
      }

      @Override
      public <T> T accept(UntilCases<T> cases) {
        return cases.onLocal(this);
      }
    }

    record Event(EventMatch event, Timeout timeout) implements Until {
      @Override
      public <T> T accept(UntilCases<T> cases) {
        return cases.onEvent(this);
      }
    }

    record Holds(Condition condition, Timeout timeout) implements Until {
      @Override
      public <T> T accept(UntilCases<T> cases) {
        return cases.onHolds(this);
      }
    }
  }

  /** What is done with each kind of wait. */
  interface UntilCases<T> {
    T onElapsed(Until.Elapsed elapsed);

    T onLocal(Until.Local local);

    T onEvent(Until.Event event);

    T onHolds(Until.Holds holds);
  }

  /**
   * The longest that a wait for something takes.
   *
   * @param endsRun whether the run ends then; else it continues
   */
  record Timeout(Duration after, boolean endsRun) {}

  /** Continues with the steps of the first arm that holds, else with {@code otherwise}. */
  record Branch(String id, List<Arm> arms, List<Step> otherwise) implements Step {
    public Branch {
      arms = List.copyOf(arms);
      otherwise = List.copyOf(otherwise);
    }

    @Override
    public Stream<Step> withNested() {
      return Stream.concat(
          Stream.of(this),
          Stream.concat(arms.stream().flatMap(arm -> arm.steps().stream()), otherwise.stream())
              .flatMap(Step::withNested));
    }

    @Override
    public <T> T accept(Cases<T> cases) {
      return cases.onBranch(this);
    }
  }

  /** A part of a branch; all that it has must hold. */
  record Arm(
      String name,
      Optional<Condition> condition,
      List<PropertyCondition> properties,
      Optional<EarlierOutcome> outcome,
      List<Step> steps) {
    public Arm {
      properties = List.copyOf(properties);
      steps = List.copyOf(steps);
    }
  }

  /** Whether an earlier wait ended like this. */
  record EarlierOutcome(String step, String outcome) {}

  /**
   * Queues mails.
   *
   * @param to how the addresses of the customer are found, in order
   * @param senderId empty for the one of the workspace's settings
   */
  record Email(
      String id,
      long templateId,
      List<AddressChoice> to,
      Optional<Long> senderId,
      Optional<Long> topicId,
      boolean isTransactional)
      implements Step {
    public Email {
      to = List.copyOf(to);
    }

    @Override
    public <T> T accept(Cases<T> cases) {
      return cases.onEmail(this);
    }
  }

  /** Sets a custom field of the customer. */
  record SetField(String id, FieldRef field, NewValue value) implements Step {
    @Override
    public <T> T accept(Cases<T> cases) {
      return cases.onSetField(this);
    }
  }

  /** The value that a step sets. */
  sealed interface NewValue {
    /** A JSON null unsets the field. */
    record Literal(JsonNode value) implements NewValue {}

    /** That of a property of the event; a missing one unsets the field. */
    record Property(PropertyPath path) implements NewValue {}
  }

  /** Adds a tag to contacts, or removes it from them. */
  record ChangeTag(String id, boolean isAdded, String tag, List<AddressChoice> to) implements Step {
    public ChangeTag {
      to = List.copyOf(to);
    }

    @Override
    public <T> T accept(Cases<T> cases) {
      return cases.onChangeTag(this);
    }
  }

  /**
   * Emits a webhook message of the topic {@code flows/step}.
   *
   * @param data its texts may hold placeholders (the class TextTemplate)
   * @param fields what the placeholders of custom fields stand for, by their paths such as {@code
   *     cf.plan}
   */
  record Webhook(String id, Optional<ObjectNode> data, Map<String, FieldRef> fields)
      implements Step {
    public Webhook {
      fields = Map.copyOf(fields);
    }

    @Override
    public <T> T accept(Cases<T> cases) {
      return cases.onWebhook(this);
    }
  }

  /** Ends the run. */
  record Exit(String id, Optional<String> label) implements Step {
    @Override
    public <T> T accept(Cases<T> cases) {
      return cases.onExit(this);
    }
  }
}
