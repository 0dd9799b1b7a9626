package dev.shopwire.analytics.reports;

import dev.shopwire.common.events.PropertyPath;
import dev.shopwire.common.postgres.SqlParameters;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Builds SQL that reads {@code usage_rollups} as rows, one per slot and group value. */
final class RollupCells {
  private static final int DAY_SECONDS = 86_400;

  /** A block of whole days covers a month; a merged, finer one covers at most as many days. */
  private static final int MONTH_DAYS = 31;

  /** Reads only the columns that are needed. */
  private static final String WITHOUT_NUMBERS =
      """
      unnest(b.slots, b.group_values, b.events)
        as c (slot, group_value, events)
      """;

  private static final String WITH_NUMBERS =
      """
      (select (array_position(b.overs, %1$s) - 1) * cardinality(b.slots) + 1 as low,
        array_position(b.overs, %1$s) * cardinality(b.slots) as high) at
      cross join lateral unnest(b.slots, b.group_values, b.has[at.low:at.high],
          b.numbers[at.low:at.high], b.totals[at.low:at.high], b.least[at.low:at.high],
          b.greatest[at.low:at.high])
        as c (slot, group_value, events, numbers, total, least, greatest)
      """;

  /** In doubles, which are exact here; numerics would take longer than the rest of the query. */
  private static final String STARTS_AT =
      "to_timestamp(b.day * 86400::float8 + c.slot::int * b.grain * 60)";

  private RollupCells() {}

  /**
   * A subselect with the columns event_name, bucket (when the slot starts), group_value (empty if
   * nothing is grouped), events, numbers, total, least and greatest.
   *
   * @param names of events
   * @param over the property whose numbers are requested; events are those that have it
   * @param spans that select the cells, each of which lies entirely in one of them
   */
  static String sql(
      SqlParameters parameters,
      long appId,
      List<String> names,
      Optional<PropertyPath> over,
      Optional<PropertyPath> groupBy,
      RollupSpans spans) {
    List<String> parts = new ArrayList<>();
    String where =
        " where r.app_id = "
            + parameters.add(appId)
            + " and r.event_name "
            + Scope.oneOf(parameters, names)
            + " and r.group_property = "
            + parameters.add(groupBy.map(PropertyPath::text).orElse(""))
            + "::text";
    String numbers =
        over.map(path -> WITH_NUMBERS.formatted(parameters.add(path.text()) + "::text"))
            .orElse(WITHOUT_NUMBERS);
    if (!spans.days().isEmpty()) {
      parts.add(
          cells(parameters, where, " and r.grain = 1440", numbers, over.isPresent(), spans.days()));
    }
    if (!spans.fine().isEmpty()) {
      parts.add(
          cells(
              parameters,
              where,
              " and r.grain = any('{15,60}')",
              numbers,
              over.isPresent(),
              spans.fine()));
    }
    return "(" + String.join(" union all ", parts) + ")";
  }

  private static String cells(
      SqlParameters parameters,
      String where,
      String grain,
      String unnested,
      boolean numbers,
      List<Span> spans) {
    Integer[] first = new Integer[spans.size()];
    Integer[] last = new Integer[spans.size()];
    for (int i = 0; i < first.length; i++) {
      first[i] = day(spans.get(i).since()) - MONTH_DAYS;
      last[i] = day(spans.get(i).until());
    }
    return "select b.event_name, b.bucket, coalesce(b.group_value, '') as group_value, b.events, "
        + "b.numbers, b.total, b.least, b.greatest from (select span.since, span.until,"
        + " b.event_name, "
        + STARTS_AT
        + " as bucket,"
        + " c.group_value, c.events, "
        + (numbers
            ? "c.numbers, c.total, c.least, c.greatest"
            : "0::bigint as numbers, 0::numeric as total, null::numeric as least,"
                + " null::numeric as greatest")
        + " from unnest("
        + parameters.add(first)
        + "::int[], "
        + parameters.add(last)
        + "::int[], "
        + parameters.add(Span.sql(spans, Span::since))
        + "::timestamptz[], "
        + parameters.add(Span.sql(spans, Span::until))
        + "::timestamptz[]) as span (first, last, since, until) cross join lateral ("
        + "select * from usage_rollups r"
        + where
        + grain
        + " and r.day > span.first and r.day <= span.last"
        + " and (r.grain = 1440 or r.day + r.days > span.first + "
        + MONTH_DAYS
        + ") offset 0) b cross join lateral "
        + unnested
        + ") b where b.bucket >= b.since and b.bucket < b.until and b.events > 0";
  }

  private static int day(Instant instant) {
    return Math.toIntExact(Math.floorDiv(instant.getEpochSecond(), DAY_SECONDS));
  }
}
