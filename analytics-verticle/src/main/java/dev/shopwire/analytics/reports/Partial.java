package dev.shopwire.analytics.reports;

import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What is known of some events; the same of all follows from those of their parts.
 *
 * @param events how many, or how many have the property
 * @param numbers in how many of them the property is a number; the rest is about these
 */
record Partial(
    long events,
    long numbers,
    BigDecimal total,
    @Nullable BigDecimal least,
    @Nullable BigDecimal greatest) {
  static final Partial NONE = new Partial(0, 0, BigDecimal.ZERO, null, null);

  /** The columns that {@link #read} reads, over {@code usage_rollups}. */
  static final String OF_ROLLUPS =
      "sum(r.events)::bigint as events, sum(r.numbers)::bigint as numbers, sum(r.total) as total,"
          + " min(r.least) as least, max(r.greatest) as greatest";

  /** The same over rows with {@code events}, {@code numbers} and {@code total} of parts. */
  static final String OF_PARTS =
      "sum(events)::bigint as events, sum(numbers)::bigint as numbers, sum(total) as total,"
          + " null::numeric as least, null::numeric as greatest";

  static Partial read(Row row) {
    return new Partial(
        row.getLong("events"),
        row.getLong("numbers"),
        row.getBigDecimal("total"),
        row.getBigDecimal("least"),
        row.getBigDecimal("greatest"));
  }

  Partial plus(Partial other) {
    return new Partial(
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

  /** Without a part of it; least and greatest are no longer known. */
  Partial minus(Partial part) {
    return new Partial(
        events - part.events, numbers - part.numbers, total.subtract(part.total), null, null);
  }
}
