package dev.shopwire.analytics.reports;

import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
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
    EVENTS("count(%s)", "sum(%s)::bigint", "0::bigint"),
    NUMBERS("count(%s)", "sum(%s)::bigint", "0::bigint"),
    TOTAL("coalesce(sum(%s), 0)", "sum(%s)", "0::numeric"),
    LEAST("min(%s)", "min(%s)", "null::numeric"),
    GREATEST("max(%s)", "max(%s)", "null::numeric");

    private final String ofEvents;
    private final String ofParts;
    private final String none;

    /**
     * @param ofEvents the aggregate of events' values
     * @param ofParts the aggregate of this field of several partial aggregates
     */
    Part(String ofEvents, String ofParts, String none) {
      this.ofEvents = ofEvents;
      this.ofParts = ofParts;
      this.none = none;
    }

    /**
     * SQL for the column that {@link #read} reads, over raw events.
     *
     * @param value of an event
     */
    String column(String value, boolean isNeeded) {
      return (isNeeded ? ofEvents.formatted(value) : none) + " as " + column();
    }

    private String merged(Calculation calculation) {
      return (calculation.needs(this) ? ofParts.formatted(column()) : none) + " as " + column();
    }

    private String column() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static final PartialAggregate NONE = new PartialAggregate(0, 0, BigDecimal.ZERO, null, null);

  /**
   * The columns that {@link #read} reads, over rows with the same columns of parts, as far as the
   * calculation needs them: sums of numerics take longer than reading the rows.
   */
  static String merged(Calculation calculation) {
    return Arrays.stream(Part.values())
        .map(part -> part.merged(calculation))
        .collect(Collectors.joining(", "));
  }

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
