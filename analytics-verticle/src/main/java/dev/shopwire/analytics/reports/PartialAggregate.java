package dev.shopwire.analytics.reports;

import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates of some events, which can be merged with those of other events.
 *
 * @param events how many, or how many have the property
 * @param numbers in how many of them the property is a number; the other fields are about these
 */
record PartialAggregate(
    long events,
    long numbers,
    BigDecimal total,
    @Nullable BigDecimal least,
    @Nullable BigDecimal greatest) {
  /** A field, which a report reads only if its calculation needs it. */
  enum Part {
    EVENTS("count(%s)", "0::bigint"),
    NUMBERS("count(%s)", "0::bigint"),
    TOTAL("coalesce(sum(%s), 0)", "0::numeric"),
    LEAST("min(%s)", "null::numeric"),
    GREATEST("max(%s)", "null::numeric");

    private final String aggregate;
    private final String none;

    Part(String aggregate, String none) {
      this.aggregate = aggregate;
      this.none = none;
    }

    /**
     * SQL for the column that {@link #read} reads, over raw events.
     *
     * @param value of an event
     */
    String column(String value, boolean isNeeded) {
      return (isNeeded ? aggregate.formatted(value) : none)
          + " as "
          + name().toLowerCase(Locale.ROOT);
    }
  }

  static final PartialAggregate NONE = new PartialAggregate(0, 0, BigDecimal.ZERO, null, null);

  /** The columns that {@link #read} reads, over {@code usage_rollups}. */
  static final String OF_ROLLUPS =
      "sum(r.events)::bigint as events, sum(r.numbers)::bigint as numbers, sum(r.total) as total,"
          + " min(r.least) as least, max(r.greatest) as greatest";

  /** The same columns over rows with {@code events}, {@code numbers} and {@code total} of parts. */
  static final String OF_PARTS =
      "sum(events)::bigint as events, sum(numbers)::bigint as numbers, sum(total) as total,"
          + " null::numeric as least, null::numeric as greatest";

  static PartialAggregate read(Row row) {
    return new PartialAggregate(
        row.getLong("events"),
        row.getLong("numbers"),
        row.getBigDecimal("total"),
        row.getBigDecimal("least"),
        row.getBigDecimal("greatest"));
  }

  PartialAggregate plus(PartialAggregate other) {
    return new PartialAggregate(
        events + other.events,
        numbers + other.numbers,
        total.add(other.total),
        least == null || (other.least != null && other.least.compareTo(least) < 0)
            ? other.least
            : least,
        greatest == null || (other.greatest != null && other.greatest.compareTo(greatest) > 0)
            ? other.greatest
            : greatest);
  }

  /** Subtracts a part; least and greatest are no longer known. */
  PartialAggregate minus(PartialAggregate part) {
    return new PartialAggregate(
        events - part.events, numbers - part.numbers, total.subtract(part.total), null, null);
  }
}
