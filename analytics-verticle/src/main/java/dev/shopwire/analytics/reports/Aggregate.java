package dev.shopwire.analytics.reports;

import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * SQL that calculates a value over a column {@code x}, in two steps.
 *
 * @param inner the columns {@code a} and {@code n} of a grouped query
 * @param outer the value, a numeric, computed from {@code a} and {@code n}
 * @param rank the value by which groups are ranked, computed from {@code a} and {@code n}
 * @param isQuotient whether the value is {@code a / n}, which {@link #value} divides to more digits
 *     than PostgreSQL
 */
record Aggregate(String inner, String outer, String rank, boolean isQuotient) {

  /**
   * @param a an aggregate of {@code x}
   * @param value a numeric, computed from {@code a}
   */
  static Aggregate of(String a, String value) {
    return new Aggregate(a + " as a, 0::bigint as n", value, value, false);
  }

  /** The quotient of two aggregates of {@code x}; null if the divisor is 0. */
  static Aggregate quotient(String dividend, String divisor) {
    return new Aggregate(
        dividend + " as a, " + divisor + " as n",
        "a / nullif(n, 0)",
        rankOfQuotient("a", "n"),
        true);
  }

  /** A quotient with enough digits that numbers in a double's range keep 34 of them. */
  static String rankOfQuotient(String dividend, String divisor) {
    return "(" + dividend + " + 0e-360) / nullif(" + divisor + ", 0)";
  }

  /**
   * Interpolates as percentile_cont does, but in numerics: a double has neither the digits nor, for
   * sums of large numbers, the range.
   *
   * @param fraction from 0 to 1, as a decimal
   */
  static Aggregate percentile(String fraction) {
    String rank = "((n - 1) * " + fraction + ")";
    String below = "a[1 + floor" + rank + "::int]";
    String above = "a[1 + ceil" + rank + "::int]";
    String value =
        String.format("%s + (%s - %s) * (%s - floor%s)", below, above, below, rank, rank);
    return new Aggregate(
        "array_agg(x order by x) filter (where x is not null) as a, count(x) as n",
        value,
        value,
        false);
  }

  /** The columns that {@link #value} reads. */
  String columns() {
    return outer + " as value, " + (isQuotient ? "a" : "null::numeric") + " as total, n as numbers";
  }

  /** Reads the value from {@link #columns}. */
  @Nullable BigDecimal value(Row row) {
    return isQuotient && row.getLong("numbers") > 0
        ? Calculation.average(row.getBigDecimal("total"), row.getLong("numbers"))
        : row.getBigDecimal("value");
  }
}
