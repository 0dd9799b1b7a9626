package dev.shopwire.analytics.reports;

/**
 * A calculation in SQL, in two steps, over a column {@code x}.
 *
 * @param inner columns {@code a} and {@code n} of a grouped query
 * @param outer the value, made of {@code a} and {@code n}: a numeric
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
   * As percentile_cont interpolates, but in numerics: a double has neither the digits nor, for sums
   * of large ones, the range.
   */
  private static Aggregate percentile(String fraction) {
    String rank = "((n - 1) * " + fraction + ")";
    String below = "a[1 + floor" + rank + "::int]";
    String above = "a[1 + ceil" + rank + "::int]";
    return new Aggregate(
        "array_agg(x order by x) filter (where x is not null) as a, count(x) as n",
        String.format("%s + (%s - %s) * (%s - floor%s)", below, above, below, rank, rank));
  }

  /** The value by which groups are ranked: an average to more digits than the answer's. */
  String rank(Calculation calculation) {
    return calculation == Calculation.AVG ? average("a", "n") : outer;
  }

  /** A quotient to so many digits that numbers of a double's range keep 34 of them. */
  static String average(String total, String numbers) {
    return "(" + total + " + 0e-360) / nullif(" + numbers + ", 0)";
  }

  /** What {@link Outcome} reads: of an average its parts too, whose quotient Java rounds. */
  String columns(Calculation calculation) {
    return outer
        + " as value, "
        + (calculation == Calculation.AVG ? "a" : "null::numeric")
        + " as total, n as numbers";
  }
}
