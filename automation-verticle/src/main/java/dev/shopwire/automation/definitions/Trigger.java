package dev.shopwire.automation.definitions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.campaigns.audience.Audience;
import dev.shopwire.common.events.PropertyCondition;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What starts runs of a flow. */
public sealed interface Trigger {
  /** Calls the method for this kind of trigger. */
  <T> T accept(Cases<T> cases);

  /**
   * What is done with each kind of trigger: a new kind compiles only once every implementation
   * treats it.
   */
  interface Cases<T> {
    T onUsageEvent(UsageEvent usageEvent);

    T onSegmentChange(SegmentChange segmentChange);

    T onFieldChange(FieldChange fieldChange);

    T onContactCreated(ContactCreated contactCreated);

    T onCredited(Credited credited);

    T onLifecycle(Lifecycle lifecycle);

    T onSchedule(Schedule schedule);
  }

  /**
   * A stored usage event.
   *
   * @param appId 0 for any app of the workspace
   * @param properties all must hold for the event
   * @param maxAge an event that was older when it arrived starts nothing
   */
  record UsageEvent(
      String eventName, long appId, List<PropertyCondition> properties, Optional<Duration> maxAge)
      implements Trigger {
    public UsageEvent {
      properties = List.copyOf(properties);
    }

    @Override
    public <T> T accept(Cases<T> cases) {
      return cases.onUsageEvent(this);
    }
  }

  /**
   * A customer became a member of a tracked segment, or ceased to be one.
   *
   * @param includesMembers whether those who are members at the first publish enter, too
   */
  record SegmentChange(long segmentId, boolean isEntered, boolean includesMembers)
      implements Trigger {
    @Override
    public <T> T accept(Cases<T> cases) {
      return cases.onSegmentChange(this);
    }
  }

  /**
   * The value of a custom field changed.
   *
   * @param from only if it was this value before; a JSON null for none
   * @param to only if it is this value now; a JSON null for none
   */
  record FieldChange(FieldRef field, Optional<JsonNode> from, Optional<JsonNode> to)
      implements Trigger {
    @Override
    public <T> T accept(Cases<T> cases) {
      return cases.onFieldChange(this);
    }
  }

  /**
   * A contact was created.
   *
   * @param roles only contacts with one of them; empty for all contacts
   */
  record ContactCreated(Set<String> roles) implements Trigger {
    public ContactCreated {
      roles = Set.copyOf(roles);
    }

    @Override
    public <T> T accept(Cases<T> cases) {
      return cases.onContactCreated(this);
    }
  }

  /**
   * An affiliate was credited with a customer.
   *
   * @param appId 0 for any app
   * @param affiliates their ids; empty for all affiliates
   */
  record Credited(long appId, Set<Long> affiliates) implements Trigger {
    public Credited {
      affiliates = Set.copyOf(affiliates);
    }

    @Override
    public <T> T accept(Cases<T> cases) {
      return cases.onCredited(this);
    }
  }

  /**
   * What an app is to a shop changed.
   *
   * @param topic the name of the change, as in webhooks
   * @param appId 0 for any app
   */
  record Lifecycle(String topic, long appId) implements Trigger {
    @Override
    public <T> T accept(Cases<T> cases) {
      return cases.onLifecycle(this);
    }
  }

  /**
   * A local time, at which each customer of an audience starts a run, once a local day.
   *
   * @param weekdays at least one
   */
  record Schedule(LocalTime time, Set<DayOfWeek> weekdays, ZoneId zone, Audience audience)
      implements Trigger {
    public Schedule {
      weekdays = Set.copyOf(weekdays);
    }

    @Override
    public <T> T accept(Cases<T> cases) {
      return cases.onSchedule(this);
    }
  }
}
