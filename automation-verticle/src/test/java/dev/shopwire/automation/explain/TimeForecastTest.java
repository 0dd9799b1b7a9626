package dev.shopwire.automation.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.conditions.Operator;
import dev.shopwire.automation.conditions.TimeRange;
import dev.shopwire.automation.conditions.Value.Span;
import dev.shopwire.automation.conditions.Value.Unit;
import dev.shopwire.automation.conditions.ValueTest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TimeForecastTest {
  private static final Instant NOW = Instant.parse("2026-11-28T10:00:00Z");
  private static final Duration MICRO = Duration.of(1, ChronoUnit.MICROS);
  private static final TimeRange WITHIN_NEXT_7D =
      TimeRange.of(ValueTest.of(Operator.WITHIN_NEXT, new Span(7, Unit.DAY)), ZoneOffset.UTC);

  private static Optional<Instant> nextChange(Instant... times) {
    return TimeForecast.nextChange(List.of(times), List.of(WITHIN_NEXT_7D), NOW);
  }

  private static Instant in(int days) {
    return NOW.plus(Duration.ofDays(days));
  }

  @Test
  void everyKindOfLeafHasFacts() {
    assertEquals(Set.of(Leaf.class.getPermittedSubclasses()), FactKinds.all());
  }

  @Test
  void aTimeEntersWhenTheEndOfTheRangeHasPassedIt() {
    assertEquals(Optional.of(in(3).plus(MICRO)), nextChange(in(10)));
  }

  @Test
  void aTimeLeavesWhenTheStartOfTheRangeHasPassedIt() {
    assertEquals(Optional.of(in(2).plus(MICRO)), nextChange(in(2)));
  }

  @Test
  void anotherTimeInTheRangeKeepsTheResult() {
    assertEquals(Optional.of(in(5).plus(MICRO)), nextChange(in(2), in(5)));
    assertEquals(Optional.of(in(10).plus(MICRO)), nextChange(in(2), in(8), in(10)));
  }

  @Test
  void whatHasPassedNeverChanges() {
    assertEquals(Optional.empty(), nextChange(in(-1)));
    assertEquals(Optional.empty(), nextChange());
  }

  @Test
  void aTimeOnTheBoundIsPassedAMicrosecondLater() {
    assertEquals(Optional.of(NOW.plus(MICRO)), nextChange(NOW));
  }
}
