package dev.shopwire.analytics.filters;

import dev.shopwire.common.events.PropertyPath;
import dev.shopwire.common.postgres.SqlParameters;
import java.util.List;

/**
 * One condition on an event's properties.
 *
 * @param values JSON texts: none, one, or the elements of a list; with every digit as sent
 */
record PropertyFilter(PropertyPath property, Operator operator, List<String> values) {
  PropertyFilter {
    values = List.copyOf(values);
  }

  /** The SQL condition on the event {@code e}. */
  String sql(SqlParameters parameters) {
    return operator.sql(property.sql(parameters), value(parameters));
  }

  private String value(SqlParameters parameters) {
    return switch (operator.operand()) {
      case NONE -> "";
      case LIST -> parameters.add(values.toArray(String[]::new)) + "::text[]::jsonb[]";
      default -> parameters.add(values.get(0)) + "::text::jsonb";
    };
  }
}
