package dev.shopwire.automation.conditions;

import dev.shopwire.automation.conditions.Value.Ago;
import dev.shopwire.automation.conditions.Value.Ahead;
import dev.shopwire.automation.conditions.Value.At;
import dev.shopwire.automation.conditions.Value.Day;
import dev.shopwire.automation.conditions.Value.Moment;
import dev.shopwire.automation.conditions.Value.Now;
import dev.shopwire.automation.conditions.Value.Span;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The times that satisfy a test: from {@code start}, included, to {@code end}, excluded.
 *
 * @param start empty if there is no lower bound
 * @param end empty if there is no upper bound
 */
public record TimeRange(Optional<Bound> start, Optional<Bound> end) {

  /** A bound: fixed, or moving with the moment of the evaluation. */
  public sealed interface Bound {
    Instant at(Instant now);
  }

  public record Fixed(Instant instant) implements Bound {
    @Override
    public Instant at(Instant now) {
      return instant;
    }
  }

  /**
   * @param offset added to the moment of the evaluation
   */
  public record Moving(Duration offset) implements Bound {
    @Override
    public Instant at(Instant now) {
      return now.plus(offset);
    }
  }

  /**
   * @param test its operator compares times
   * @param zone in which days are those of the segment
   */
  public static TimeRange of(ValueTest test, ZoneId zone) {
    return switch (test.operator()) {
      case BEFORE -> until(start(test.value(), zone));
      case SINCE -> from(start(test.value(), zone));
      case AFTER -> from(end(test.value(), zone));
      case BETWEEN ->
          new TimeRange(
              Optional.of(start(test.value(), zone)), Optional.of(end(test.values().get(1), zone)));
      case WITHIN ->
          new TimeRange(
              Optional.of(new Moving(((Span) test.value()).duration().negated())),
              Optional.of(new Moving(Duration.ZERO)));
      case WITHIN_NEXT ->
          new TimeRange(
              Optional.of(new Moving(Duration.ZERO)),
              Optional.of(new Moving(((Span) test.value()).duration())));
      default -> throw new IllegalArgumentException(test.operator() + " compares no times");
    };
  }

  private static TimeRange from(Bound start) {
    return new TimeRange(Optional.of(start), Optional.empty());
  }

  private static TimeRange until(Bound end) {
    return new TimeRange(Optional.empty(), Optional.of(end));
  }

  private static Bound start(Value value, ZoneId zone) {
    return value instanceof Day day
        ? new Fixed(day.date().atStartOfDay(zone).toInstant())
        : instant((Moment) value);
  }

  private static Bound end(Value value, ZoneId zone) {
    return value instanceof Day day
        ? new Fixed(day.date().plusDays(1).atStartOfDay(zone).toInstant())
        : instant((Moment) value);
  }

  private static Bound instant(Moment moment) {
    if (moment instanceof At at) {
      return new Fixed(at.instant());
    }
    if (moment instanceof Ago ago) {
      return new Moving(ago.span().duration().negated());
    }
    if (moment instanceof Ahead ahead) {
      return new Moving(ahead.span().duration());
    }
    if (moment instanceof Now) {
      return new Moving(Duration.ZERO);
    }
    throw new IllegalArgumentException("A day is no instant");
  }

  /** The bounds that move. */
  public Stream<Moving> moving() {
    return Stream.of(start, end)
        .flatMap(Optional::stream)
        .filter(Moving.class::isInstance)
        .map(Moving.class::cast);
  }

  public boolean contains(Instant time, Instant now) {
    return start.map(bound -> !time.isBefore(bound.at(now))).orElse(true)
        && end.map(bound -> time.isBefore(bound.at(now))).orElse(true);
  }
}
