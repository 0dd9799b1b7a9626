package dev.shopwire.automation.definitions.language;

import dev.shopwire.automation.campaigns.audience.Audience;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.definitions.EventMatch;
import dev.shopwire.automation.definitions.Exit;
import dev.shopwire.automation.definitions.FieldRef;
import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.automation.language.Uses;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds what a definition refers to, so that none of it is deleted. For one definition. */
public final class DefinitionUses {
  private final Set<Use> uses = new LinkedHashSet<>();
  private final boolean withResults;

  private DefinitionUses(boolean withResults) {
    this.withResults = withResults;
  }

  /** The kinds of what is used. */
  public enum Kind {
    FIELD("field"),
    APP("app"),
    SEGMENT("segment"),
    /** A segment whose transitions start runs, and which therefore stays tracked. */
    TRACKED_SEGMENT("tracked_segment"),
    AFFILIATE("affiliate"),
    TEMPLATE("template"),
    SENDER("sender"),
    TOPIC("topic");

    private final String id;

    Kind(String id) {
      this.id = id;
    }

    public String id() {
      return id;
    }
  }

  /** Something that a definition refers to. */
  public record Use(Kind kind, long id) {}

  public static Set<Use> of(FlowDefinition definition) {
    DefinitionUses found = new DefinitionUses(true);
    definition.timezone().field().ifPresent(found::field);
    return found.in(definition);
  }

  /**
   * What decides whether and how its runs continue: without fields that it only sets, sends, or
   * takes the time zone from.
   */
  public static Set<Use> deciding(FlowDefinition definition) {
    return new DefinitionUses(false).in(definition);
  }

  private Set<Use> in(FlowDefinition definition) {
    trigger(definition.trigger());
    definition.entry().condition().ifPresent(this::condition);
    definition.exits().forEach(this::exit);
    definition.allSteps().forEach(this::step);
    return uses;
  }

  private void trigger(Trigger trigger) {
    if (trigger instanceof Trigger.UsageEvent event) {
      app(event.appId());
    } else if (trigger instanceof Trigger.SegmentChange change) {
      add(Kind.SEGMENT, List.of(change.segmentId()));
      add(Kind.TRACKED_SEGMENT, List.of(change.segmentId()));
    } else if (trigger instanceof Trigger.FieldChange change) {
      field(change.field());
    } else if (trigger instanceof Trigger.Credited credited) {
      app(credited.appId());
      add(Kind.AFFILIATE, credited.affiliates());
    } else if (trigger instanceof Trigger.Lifecycle lifecycle) {
      app(lifecycle.appId());
    } else if (trigger instanceof Trigger.Schedule schedule) {
      audience(schedule.audience());
    }
  }

  private void audience(Audience audience) {
    audience.segment().ifPresent(id -> add(Kind.SEGMENT, List.of(id)));
    audience.condition().ifPresent(this::condition);
  }

  private void exit(Exit exit) {
    if (exit instanceof Exit.OnEvent on) {
      event(on.event());
    } else if (exit instanceof Exit.OnCondition on) {
      condition(on.condition());
    }
  }

  private void step(Step step) {
    if (step instanceof Step.Filter filter) {
      filter.condition().ifPresent(this::condition);
    } else if (step instanceof Step.Wait wait) {
      until(wait.until());
    } else if (step instanceof Step.Branch branch) {
      branch.arms().forEach(arm -> arm.condition().ifPresent(this::condition));
    } else if (step instanceof Step.Email email) {
      add(Kind.TEMPLATE, List.of(email.templateId()));
      email.senderId().ifPresent(id -> add(Kind.SENDER, List.of(id)));
      email.topicId().ifPresent(id -> add(Kind.TOPIC, List.of(id)));
    } else if (withResults && step instanceof Step.SetField set) {
      field(set.field());
    } else if (withResults && step instanceof Step.Webhook webhook) {
      webhook.fields().values().forEach(this::field);
    }
  }

  private void until(Step.Until until) {
    if (until instanceof Step.Until.Event event) {
      event(event.event());
    } else if (until instanceof Step.Until.Holds holds) {
      condition(holds.condition());
    }
  }

  private void event(EventMatch event) {
    app(event.appId());
  }

  private void condition(Condition condition) {
    Uses used = Uses.of(condition);
    add(Kind.FIELD, used.fields());
    add(Kind.APP, used.apps());
    add(Kind.SEGMENT, used.segments());
    add(Kind.AFFILIATE, used.affiliates());
  }

  private void field(FieldRef field) {
    add(Kind.FIELD, List.of(field.fieldId()));
    app(field.appId());
  }

  private void app(long id) {
    if (id != 0) {
      add(Kind.APP, List.of(id));
    }
  }

  private void add(Kind kind, Collection<Long> ids) {
    ids.forEach(id -> uses.add(new Use(kind, id)));
  }
}
