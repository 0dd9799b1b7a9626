package dev.shopwire.app.segments.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A test with a time operator: it holds from {@code start}, included, to {@code end}, excluded.
 *
 * @param start null: there is no lower bound
 * @param end null: there is no upper bound
 */
record TimeTest(@Nullable Bound start, @Nullable Bound end) {
  private static final Set<String> OPERATORS =
      Set.of("before", "since", "after", "within", "within_next");

  /** A fixed moment, or one that moves with the moment of the evaluation. */
  private record Bound(Optional<Instant> fixed, Duration offset) {
    static Bound fixed(Instant instant) {
      return new Bound(Optional.of(instant), Duration.ZERO);
    }

    static Bound moving(Duration offset) {
      return new Bound(Optional.empty(), offset);
    }

    Instant at(Instant now) {
      return fixed.orElseGet(() -> now.plus(offset));
    }
  }

  /** Whether the operator, with this operand, compares times. */
  static boolean isOne(String operator, JsonNode operand) {
    return OPERATORS.contains(operator)
        || (operator.equals("between") && operand.path(0).isTextual());
  }

  static TimeTest of(String operator, JsonNode operand, ZoneId zone) {
    String text = operand.asText();
    return switch (operator) {
      case "before" -> new TimeTest(null, start(text, zone));
      case "since" -> new TimeTest(start(text, zone), null);
      case "after" -> new TimeTest(end(text, zone), null);
      case "between" ->
          new TimeTest(start(operand.path(0).asText(), zone), end(operand.path(1).asText(), zone));
      case "within" ->
          new TimeTest(Bound.moving(TimeTexts.span(text).negated()), Bound.moving(Duration.ZERO));
      case "within_next" ->
          new TimeTest(Bound.moving(Duration.ZERO), Bound.moving(TimeTexts.span(text)));
      default -> throw new IllegalArgumentException(operator);
    };
  }

  private static Bound start(String moment, ZoneId zone) {
    return TimeTexts.date(moment)
        .map(day -> Bound.fixed(day.atStartOfDay(zone).toInstant()))
        .orElseGet(() -> instant(moment));
  }

  private static Bound end(String moment, ZoneId zone) {
    Optional<LocalDate> date = TimeTexts.date(moment);
    return date.map(day -> Bound.fixed(day.plusDays(1).atStartOfDay(zone).toInstant()))
        .orElseGet(() -> instant(moment));
  }

  private static Bound instant(String moment) {
    if (moment.equals("now")) {
      return Bound.moving(Duration.ZERO);
    }
    if (moment.endsWith(" ago")) {
      return Bound.moving(TimeTexts.span(moment.replace(" ago", "")).negated());
    }
    if (moment.endsWith(" ahead")) {
      return Bound.moving(TimeTexts.span(moment.replace(" ahead", "")));
    }
    return Bound.fixed(TimeTexts.instant(moment).orElseThrow());
  }

  boolean contains(Instant time, Instant now) {
    return (start == null || !time.isBefore(start.at(now)))
        && (end == null || time.isBefore(end.at(now)));
  }

  /** By how much the bounds that move are later than the moment of the evaluation. */
  Stream<Duration> offsets() {
    return Stream.of(Optional.ofNullable(start), Optional.ofNullable(end))
        .flatMap(Optional::stream)
        .filter(bound -> bound.fixed().isEmpty())
        .map(Bound::offset);
  }
}
