package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.reports.PartialAggregate.Part;
import dev.shopwire.common.events.PropertyPath;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.query.Query;
import java.util.Optional;
import java.util.StringJoiner;

/** A calculation and the property that it is over. */
public record Measure(Calculation calculation, Optional<PropertyPath> overProperty) {
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
      query.addError("overProperty", PROPERTY_MISSING, missingProperty(calculation));
    }
    return new Measure(calculation, over);
  }

  /** Reads the property that a parameter names. */
  static Optional<PropertyPath> path(Query query, String name) {
    Optional<PropertyPath> path = query.text(name, MAX_PATH).map(PropertyPath::of);
    return path.isPresent() && !path.get().isComplete()
        ? query.addError(name, PATH_INVALID, PATH_FORM)
        : path;
  }

  /** The error message for a {@code calculation} without its property. */
  public static String missingProperty(Calculation calculation) {
    return "is required by "
        + calculation.apiName()
        + "; only "
        + Calculation.namesWithoutProperty()
        + " work without it";
  }

  /**
   * The columns of a {@link PartialAggregate} over raw events, as far as the calculation needs
   * them.
   */
  String partial(SqlParameters parameters) {
    String event = "*";
    String number = "null::numeric";
    if (overProperty.isPresent()) {
      String value = overProperty.get().sql(parameters);
      event = present(value);
      number = calculation.needsProperty() ? number(value) : number;
    }
    StringJoiner columns = new StringJoiner(", ");
    for (Part part : Part.values()) {
      columns.add(part.column(part == Part.EVENTS ? event : number, calculation.needs(part)));
    }
    return columns.toString();
  }

  /** SQL for the value of an event that an {@link Aggregate} is over. */
  String value(SqlParameters parameters) {
    if (overProperty.isEmpty()) {
      return calculation.withoutProperty();
    }
    String value = overProperty.get().sql(parameters);
    return calculation.needsProperty() ? number(value) : present(value);
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
