package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.TimeRange;
import java.time.Instant;
import java.util.Optional;

/**
 * A span of time within which events count: never later than the moment of the evaluation.
 *
 * @param start included; empty if there is no lower bound
 * @param end excluded
 */
public record EventSpan(Optional<Instant> start, Instant end) {

  /** The part of {@code range} that has passed. */
  public static EventSpan of(TimeRange range, Instant now) {
    Optional<Instant> end = range.end().map(bound -> bound.at(now)).filter(now::isAfter);
    return new EventSpan(range.start().map(bound -> bound.at(now)), end.orElse(now));
  }

  /** All that has passed. */
  public static EventSpan past(Instant now) {
    return new EventSpan(Optional.empty(), now);
  }

  public boolean contains(Instant time) {
    return time.isBefore(end) && start.map(first -> !time.isBefore(first)).orElse(true);
  }

  /** A condition on the time {@code column}. */
  public String test(SqlScope scope, String column) {
    return "true" + sql(scope, column);
  }

  /** A condition on the time {@code column}, to be appended to others. */
  public String sql(SqlScope scope, String column) {
    return start.map(first -> " and " + column + " >= " + scope.add(first)).orElse("")
        + (" and " + column + " < ")
        + scope.add(end);
  }
}
