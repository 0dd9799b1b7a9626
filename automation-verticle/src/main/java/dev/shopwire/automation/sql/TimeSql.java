package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.TimeRange;
import dev.shopwire.automation.conditions.TimeRange.Bound;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes the SQL that compares times with a range: null or false of a missing time. */
final class TimeSql {
  private TimeSql() {}

  static String within(SqlScope scope, String column, TimeRange range) {
    List<String> bounds = new ArrayList<>();
    range.start().ifPresent(start -> bounds.add(column + " >= " + at(scope, start)));
    range.end().ifPresent(end -> bounds.add(column + " < " + at(scope, end)));
    return "(" + String.join(" and ", bounds) + ")";
  }

  private static String at(SqlScope scope, Bound bound) {
    return scope.add(bound.at(scope.now()));
  }

  /** The same of an expensive expression, which is evaluated once. */
  static String withinOnce(SqlScope scope, String expression, TimeRange range) {
    Optional<Instant> start = range.start().map(bound -> bound.at(scope.now()));
    Optional<Instant> end = range.end().map(bound -> bound.at(scope.now()));
    if (start.isPresent() && end.isPresent() && !start.get().isBefore(end.get())) {
      return TextTest.NEVER;
    }
    return "tstzrange(%s, %s) @> (%s)"
        .formatted(
            start.map(scope::add).orElse("null"), end.map(scope::add).orElse("null"), expression);
  }
}
