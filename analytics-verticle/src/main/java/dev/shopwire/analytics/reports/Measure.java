package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.filters.PropertyPath;
import dev.shopwire.analytics.query.SqlParameters;
import dev.shopwire.common.query.Query;
import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A calculation and the property that it is over. */
public record Measure(Calculation calculation, Optional<PropertyPath> over) {
  public static final String PROPERTY_MISSING = "over_property_missing";
  public static final String PATH_INVALID = "invalid_property";
  public static final String PATH_FORM =
      "must be a property name, or names of nested objects joined by dots";

  /** The longest path, in characters. */
  public static final int MAX_PATH = 200;

  static final Measure OF_EVENTS = new Measure(Calculation.COUNT, Optional.empty());

  static Measure read(Query query) {
    Calculation calculation =
        query
            .choice("calculation", Calculation.apiNames())
            .map(Calculation::of)
            .orElse(Calculation.COUNT);
    Optional<PropertyPath> over = path(query, "overProperty");
    if (calculation.needsProperty() && !query.has("overProperty")) {
      query.fault("overProperty", PROPERTY_MISSING, missingProperty(calculation));
    }
    return new Measure(calculation, over);
  }

  /** Reads the property that a parameter names. */
  static Optional<PropertyPath> path(Query query, String name) {
    Optional<PropertyPath> path = query.text(name, MAX_PATH).map(PropertyPath::of);
    return path.isPresent() && !path.get().isComplete()
        ? query.fault(name, PATH_INVALID, PATH_FORM)
        : path;
  }

  /** The error message for a {@code calculation} without its property. */
  public static String missingProperty(Calculation calculation) {
    return "is required by " + calculation.apiName() + "; only count and unique work without it";
  }

  /**
   * The columns of a {@link PartialAggregate} over raw events, as far as the calculation needs
   * them.
   */
  String partial(SqlParameters arguments) {
    String events = "count(*)";
    String number = "null::numeric";
    if (over.isPresent()) {
      String value = over.get().sql(arguments);
      events = calculation == Calculation.COUNT ? "count(" + present(value) + ")" : "0::bigint";
      number = calculation.needsProperty() ? number(value) : number;
    }
    return events
        + " as events, "
        + needed("count(" + number + ")", "0::bigint", calculation == Calculation.AVG)
        + " as numbers, "
        + needed(
            "coalesce(sum(" + number + "), 0)",
            "0::numeric",
            calculation == Calculation.AVG || calculation == Calculation.SUM)
        + " as total, "
        + needed("min(" + number + ")", "null::numeric", calculation == Calculation.MIN)
        + " as least, "
        + needed("max(" + number + ")", "null::numeric", calculation == Calculation.MAX)
        + " as greatest";
  }

  private static String needed(String sql, String otherwise, boolean isNeeded) {
    return isNeeded ? sql : otherwise;
  }

  /** SQL for the value of an event that an {@link Aggregate} is over. */
  String value(SqlParameters arguments) {
    if (over.isEmpty()) {
      return calculation == Calculation.UNIQUE ? "customer_id" : "1";
    }
    String value = over.get().sql(arguments);
    return calculation.needsProperty() ? number(value) : present(value);
  }

  /** Reads the value from {@link Aggregate#columns}. */
  @Nullable BigDecimal value(Row row) {
    return calculation == Calculation.AVG && row.getLong("numbers") > 0
        ? Calculation.average(row.getBigDecimal("total"), row.getLong("numbers"))
        : row.getBigDecimal("value");
  }

  /** A JSON value if it is present and not null, else SQL null. */
  private static String present(String value) {
    return "case when jsonb_typeof(" + value + ") <> 'null' then " + value + " end";
  }

  /** A JSON value if it is a number, else SQL null. */
  private static String number(String value) {
    return "case when jsonb_typeof(" + value + ") = 'number' then " + value + "::numeric end";
  }
}
