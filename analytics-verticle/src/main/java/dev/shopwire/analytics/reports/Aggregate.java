package dev.shopwire.analytics.reports;

/**
 * A calculation over a column {@code x}, in two SQL steps.
 *
 * @param inner the columns {@code a} and {@code n} of a grouped query
 * @param outer the value, a numeric, computed from {@code a} and {@code n}
 */
record Aggregate(String inner, String outer) {

  static Aggregate of(Calculation calculation) {
    return switch (calculation) {
      case COUNT -> new Aggregate("count(x) as a, 0::bigint as n", "a::numeric");
      case UNIQUE -> new Aggregate("count(distinct x) as a, 0::bigint as n", "a::numeric");
      case SUM -> new Aggregate("coalesce(sum(x), 0) as a, 0::bigint as n", "a");
      case AVG -> new Aggregate("sum(x) as a, count(x) as n", "a / nullif(n, 0)");
      case MIN -> new Aggregate("min(x) as a, 0::bigint as n", "a");
      case MAX -> new Aggregate("max(x) as a, 0::bigint as n", "a");
      case MEDIAN, P90, P95, P99 -> percentile(calculation.fraction());
    };
  }

  /**
   * Interpolates as percentile_cont does, but in numerics: a double has neither the digits nor, for
   * sums of large numbers, the range.
   */
  private static Aggregate percentile(String fraction) {
    String rank = "((n - 1) * " + fraction + ")";
    String below = "a[1 + floor" + rank + "::int]";
    String above = "a[1 + ceil" + rank + "::int]";
    return new Aggregate(
        "array_agg(x order by x) filter (where x is not null) as a, count(x) as n",
        String.format("%s + (%s - %s) * (%s - floor%s)", below, above, below, rank, rank));
  }

  /** The value by which groups are ranked: an average to more digits than in the response. */
  String rank(Calculation calculation) {
    return calculation == Calculation.AVG ? average("a", "n") : outer;
  }

  /** A quotient with enough digits that numbers in a double's range keep 34 of them. */
  static String average(String total, String numbers) {
    return "(" + total + " + 0e-360) / nullif(" + numbers + ", 0)";
  }

  /** The columns of a {@link Measure}'s value; of an average also its parts, divided in Java. */
  String columns(Calculation calculation) {
    return outer
        + " as value, "
        + (calculation == Calculation.AVG ? "a" : "null::numeric")
        + " as total, n as numbers";
  }
}
