package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.Measure;
import dev.shopwire.automation.conditions.Measure.Count;
import dev.shopwire.automation.conditions.Measure.First;
import dev.shopwire.automation.conditions.Measure.Last;
import dev.shopwire.automation.conditions.Measure.NotPerformed;
import dev.shopwire.automation.conditions.Measure.Performed;
import dev.shopwire.automation.conditions.Measure.Sum;
import dev.shopwire.automation.conditions.TimeRange;
import dev.shopwire.automation.conditions.TimeRange.Moving;
import dev.shopwire.automation.conditions.ValueTest;
import dev.shopwire.common.events.PropertyPath;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the measure of a leaf asks of the customer's events at one moment: one of two forms.
 *
 * <p>The time of the first or last event needs no aggregate: the last one is in a range if there is
 * one in it and none after it.
 */
public sealed interface EventMeasure {

  /** Where the events are that there must be, or that are counted. */
  EventSpan present();

  /** Where there must be none. */
  Optional<EventSpan> absent();

  /**
   * Whether the measure is satisfied.
   *
   * @param amount how many there are in {@link #present}, or their sum
   * @param others how many there are in {@link #absent}
   */
  boolean holds(BigDecimal amount, long others);

  /**
   * Whether there is an event in one span and none in another.
   *
   * @param absent empty if there is no such span
   * @param isNegation whether the opposite is asked
   */
  record Presence(EventSpan present, Optional<EventSpan> absent, boolean isNegation)
      implements EventMeasure {
    @Override
    public boolean holds(BigDecimal amount, long others) {
      return (amount.signum() > 0 && others == 0) != isNegation;
    }
  }

  /**
   * A comparison of the number of events in a span, or of a sum over them.
   *
   * @param property what is added up; empty to count
   */
  record Amount(EventSpan present, Optional<PropertyPath> property, ValueTest test)
      implements EventMeasure {
    @Override
    public Optional<EventSpan> absent() {
      return Optional.empty();
    }

    @Override
    public boolean holds(BigDecimal amount, long others) {
      return NumberTest.of(test).holds(amount) != test.operator().isNegation();
    }
  }

  static EventMeasure of(Measure measure, Optional<TimeRange> window, Instant now) {
    EventSpan span =
        window.map(range -> EventSpan.of(range, now)).orElseGet(() -> EventSpan.past(now));
    if (measure instanceof Performed) {
      return new Presence(span, Optional.empty(), false);
    }
    if (measure instanceof NotPerformed) {
      return new Presence(span, Optional.empty(), true);
    }
    if (measure instanceof Count count) {
      return new Amount(span, Optional.empty(), count.test());
    }
    if (measure instanceof Sum sum) {
      return new Amount(span, Optional.of(sum.property()), sum.test());
    }
    return measure instanceof First
        ? new Presence(span, span.start().map(EventMeasure::before), false)
        : new Presence(span, Optional.of(new EventSpan(Optional.of(span.end()), now)), false);
  }

  private static EventSpan before(Instant start) {
    return new EventSpan(Optional.empty(), start);
  }

  /** The range of times that a leaf compares with: of its window, or of its first or last event. */
  static Optional<TimeRange> range(SqlScope scope, Measure measure, Optional<ValueTest> window) {
    Optional<ValueTest> test =
        measure instanceof First first
            ? Optional.of(first.test())
            : measure instanceof Last last ? Optional.of(last.test()) : window;
    return test.map(each -> TimeRange.of(each, scope.zone()));
  }

  /**
   * The moving bounds of a leaf on events. One of them is the present, since no later event counts;
   * so bounds ahead of it don't matter.
   */
  static List<Moving> movingBounds(Optional<TimeRange> range) {
    Stream<Moving> own =
        range.stream().flatMap(TimeRange::moving).filter(bound -> bound.offset().isNegative());
    return Stream.concat(own, Stream.of(new Moving(Duration.ZERO))).distinct().toList();
  }
}
