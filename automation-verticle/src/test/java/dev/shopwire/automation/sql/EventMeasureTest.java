package dev.shopwire.automation.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.automation.conditions.Measure;
import dev.shopwire.automation.conditions.Operator;
import dev.shopwire.automation.conditions.TimeRange;
import dev.shopwire.automation.conditions.Value;
import dev.shopwire.automation.conditions.Value.Ago;
import dev.shopwire.automation.conditions.Value.Ahead;
import dev.shopwire.automation.conditions.Value.At;
import dev.shopwire.automation.conditions.Value.NumberValue;
import dev.shopwire.automation.conditions.Value.Span;
import dev.shopwire.automation.conditions.Value.Unit;
import dev.shopwire.automation.conditions.ValueTest;
import dev.shopwire.automation.sql.EventMeasure.Presence;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventMeasureTest {
  private static final Instant NOW = Instant.parse("2026-11-28T10:00:00Z");
  private static final Instant YESTERDAY = NOW.minus(Duration.ofDays(1));
  private static final Value A_DAY_AGO = new Ago(new Span(1, Unit.DAY));

  private static Optional<TimeRange> range(Operator operator, Value value) {
    return Optional.of(TimeRange.of(ValueTest.of(operator, value), ZoneOffset.UTC));
  }

  private static EventMeasure measure(Measure measure, Optional<TimeRange> range) {
    return EventMeasure.of(measure, range, NOW);
  }

  private static EventSpan span(Optional<Instant> start, Instant end) {
    return new EventSpan(start, end);
  }

  @Test
  void noEventCountsBeforeItsTime() {
    Value tomorrow = new At(NOW.plus(Duration.ofDays(1)));
    assertEquals(
        new Presence(span(Optional.empty(), NOW), Optional.empty(), false),
        measure(new Measure.Performed(), range(Operator.BEFORE, tomorrow)));
    assertEquals(
        new Presence(span(Optional.empty(), NOW), Optional.empty(), true),
        measure(new Measure.NotPerformed(), Optional.empty()));
  }

  @Test
  void theFirstIsInARangeIfNoneIsBeforeIt() {
    ValueTest since = ValueTest.of(Operator.SINCE, A_DAY_AGO);
    assertEquals(
        new Presence(
            span(Optional.of(YESTERDAY), NOW),
            Optional.of(span(Optional.empty(), YESTERDAY)),
            false),
        measure(new Measure.First(since), range(Operator.SINCE, A_DAY_AGO)));
  }

  @Test
  void theLastIsInARangeIfNoneIsAfterIt() {
    ValueTest before = ValueTest.of(Operator.BEFORE, A_DAY_AGO);
    assertEquals(
        new Presence(
            span(Optional.empty(), YESTERDAY),
            Optional.of(span(Optional.of(YESTERDAY), NOW)),
            false),
        measure(new Measure.Last(before), range(Operator.BEFORE, A_DAY_AGO)));
  }

  @Test
  void noEventsAreZero() {
    ValueTest lessThanOne = ValueTest.of(Operator.LT, new NumberValue(BigDecimal.ONE));
    EventMeasure count = measure(new Measure.Count(lessThanOne), Optional.empty());
    assertEquals(true, count.holds(BigDecimal.ZERO, 0));
    assertEquals(false, count.holds(BigDecimal.ONE, 0));
  }

  @Test
  void thePresentIsAMovingBoundAndThoseAheadOfItAreNone() {
    TimeRange.Moving present = new TimeRange.Moving(Duration.ZERO);
    assertEquals(List.of(present), EventMeasure.movingBounds(Optional.empty()));
    assertEquals(
        List.of(present),
        EventMeasure.movingBounds(range(Operator.BEFORE, new Ahead(new Span(1, Unit.DAY)))));
    assertEquals(
        List.of(new TimeRange.Moving(Duration.ofDays(-1)), present),
        EventMeasure.movingBounds(range(Operator.WITHIN, new Span(1, Unit.DAY))));
  }
}
