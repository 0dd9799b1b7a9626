package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.TimeRange.Moving;
import java.time.Duration;

/**
 * Writes what finds the times that a moving bound passes in an interval. A bound passes a time once
 * it is later, by a microsecond at least.
 *
 * @param from placeholder of the interval's start, excluded
 * @param to placeholder of its end, included
 */
record DueInterval(SqlScope scope, String from, String to) {

  /** The condition that the bound passes the time {@code column}. */
  String passes(String column, Moving bound) {
    return "(%1$s >= %2$s and %1$s < %3$s)"
        .formatted(column, moved(from, bound.offset()), moved(to, bound.offset()));
  }

  /** The start of the interval as the bound is then. */
  String moved(String time, Duration offset) {
    return offset.isZero()
        ? time + "::timestamptz"
        : "(%s::timestamptz + make_interval(secs => %s::double precision))"
            .formatted(time, seconds(offset));
  }

  /** When the bound has passed the time {@code column}. */
  String dueAt(String column, Moving bound) {
    return bound.offset().isZero()
        ? column + " + interval '1 microsecond'"
        : "%s - make_interval(secs => %s::double precision) + interval '1 microsecond'"
            .formatted(column, seconds(bound.offset()));
  }

  private String seconds(Duration offset) {
    return scope.add((double) offset.toSeconds());
  }

  /**
   * A query of the customers whose time a bound passes.
   *
   * @param customer the column with their id
   * @param rows a from clause with a condition
   * @param column the time
   */
  String query(String customer, String rows, String column, Moving bound) {
    return "select %s as customer_id, %s as due_at from %s\n  and %s"
        .formatted(customer, dueAt(column, bound), rows, passes(column, bound));
  }
}
