package dev.shopwire.automation.definitions;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.common.events.PropertyPath;
import java.time.Duration;
import java.util.Optional;

/**
 * Who enters a flow, and how often.
 *
 * @param condition that the customer must satisfy
 * @param grace how long after the cause the condition may still begin to hold
 */
public record Entry(Optional<Condition> condition, Duration grace, Frequency frequency) {
  public static final Duration DEFAULT_GRACE = Duration.ofMinutes(5);

  /** How often a customer enters. */
  public sealed interface Frequency {
    /** At most one run per customer, across all versions. */
    record Once() implements Frequency {}

    /** A run for each cause. */
    record Always() implements Frequency {}

    /** Not sooner than this after the last entry. */
    record Interval(Duration interval) implements Frequency {}

    /** One run for each value of a property of the event, compared as text. */
    record Key(PropertyPath property) implements Frequency {}
  }
}
