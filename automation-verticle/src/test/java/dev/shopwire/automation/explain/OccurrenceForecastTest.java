package dev.shopwire.automation.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.automation.conditions.Measure;
import dev.shopwire.automation.conditions.Operator;
import dev.shopwire.automation.conditions.TimeRange;
import dev.shopwire.automation.conditions.Value.Ago;
import dev.shopwire.automation.conditions.Value.At;
import dev.shopwire.automation.conditions.Value.NumberValue;
import dev.shopwire.automation.conditions.Value.Span;
import dev.shopwire.automation.conditions.Value.Unit;
import dev.shopwire.automation.conditions.ValueTest;
import dev.shopwire.automation.explain.Occurrences.Passed;
import dev.shopwire.automation.sql.EventSpan;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests forecasts by evaluating the measure at every moment at which a bound passes an event. */
class OccurrenceForecastTest {
  private static final Instant NOW = Instant.parse("2026-11-28T10:00:00Z");
  private static final int HOURS = 12;

  private static Occurrences occurrences(Measure measure, Optional<TimeRange> range) {
    return new Occurrences((scope, start) -> "", "", scope -> "1", measure, range);
  }

  private static boolean holds(Occurrences occurrences, List<Instant> events, Instant now) {
    return occurrences
        .at(now)
        .holds(
            BigDecimal.valueOf(count(occurrences.at(now).present(), events)),
            occurrences.at(now).absent().map(span -> count(span, events)).orElse(0L));
  }

  private static long count(EventSpan span, List<Instant> events) {
    return events.stream().filter(span::contains).count();
  }

  private static Optional<Instant> forecast(Occurrences occurrences, List<Instant> events) {
    List<TimeRange.Moving> bounds = occurrences.movingBounds();
    List<Passed> upcoming = new ArrayList<>();
    IntStream.range(0, bounds.size())
        .forEach(
            i ->
                events.stream()
                    .filter(time -> !time.isBefore(bounds.get(i).at(NOW)))
                    .sorted()
                    .limit(OccurrenceForecast.LIMIT)
                    .forEach(time -> upcoming.add(new Passed(i, time, BigDecimal.ONE))));
    return new OccurrenceForecast(
            occurrences,
            NOW,
            upcoming,
            BigDecimal.valueOf(count(occurrences.at(NOW).present(), events)),
            occurrences.at(NOW).absent().map(span -> count(span, events)).orElse(0L))
        .nextChange();
  }

  @Test
  void theForecastIsTheFirstMomentWithAnotherResult() {
    Random random = new Random(20);
    for (int i = 0; i < 4_000; i++) {
      Occurrences occurrences = random(random);
      List<Instant> events =
          IntStream.range(0, random.nextInt(6))
              .mapToObj(each -> hour(random.nextInt(3 * HOURS) - 2 * HOURS))
              .toList();
      boolean current = holds(occurrences, events, NOW);
      Optional<Instant> expected =
          IntStream.rangeClosed(0, 4 * HOURS)
              .mapToObj(hours -> hour(hours).plus(1, ChronoUnit.MICROS))
              .filter(moment -> holds(occurrences, events, moment) != current)
              .min(Comparator.naturalOrder());
      assertEquals(expected, forecast(occurrences, events), occurrences + " of " + events);
    }
  }

  private static Occurrences random(Random random) {
    ValueTest time =
        switch (random.nextInt(3)) {
          case 0 -> ValueTest.of(Operator.WITHIN, span(random));
          case 1 -> ValueTest.of(Operator.BEFORE, new Ago(span(random)));
          default -> ValueTest.of(Operator.SINCE, new At(hour(random.nextInt(2 * HOURS) - HOURS)));
        };
    ValueTest number =
        ValueTest.of(
            random.nextBoolean() ? Operator.GTE : Operator.NOT_EQUALS,
            new NumberValue(BigDecimal.valueOf(random.nextInt(3))));
    Measure measure =
        switch (random.nextInt(5)) {
          case 0 -> new Measure.Performed();
          case 1 -> new Measure.NotPerformed();
          case 2 -> new Measure.Count(number);
          case 3 -> new Measure.First(time);
          default -> new Measure.Last(time);
        };
    return occurrences(measure, Optional.of(TimeRange.of(time, ZoneOffset.UTC)));
  }

  private static Span span(Random random) {
    return new Span(1 + random.nextInt(HOURS), Unit.HOUR);
  }

  private static Instant hour(int hours) {
    return NOW.plus(Duration.ofHours(hours));
  }

  @Test
  void beyondWhatIsLookedAtTheForecastIsTooEarlyButNeverTooLate() {
    ValueTest number = ValueTest.of(Operator.GTE, new NumberValue(BigDecimal.ONE));
    Occurrences counted =
        occurrences(
            new Measure.Count(number),
            Optional.of(
                TimeRange.of(
                    ValueTest.of(Operator.WITHIN, new Span(1, Unit.DAY)), ZoneOffset.UTC)));
    List<Instant> events =
        IntStream.range(0, 2 * OccurrenceForecast.LIMIT)
            .mapToObj(i -> NOW.minus(Duration.ofMinutes(i)))
            .toList();
    Instant forecast = forecast(counted, events).orElseThrow();
    assertEquals(true, forecast.isAfter(NOW));
    assertEquals(true, forecast.isBefore(NOW.plus(Duration.ofDays(1))));
  }
}
