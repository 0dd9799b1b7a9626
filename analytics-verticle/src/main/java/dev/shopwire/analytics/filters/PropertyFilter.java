package dev.shopwire.analytics.filters;

import dev.shopwire.analytics.query.Arguments;
import java.util.List;

/**
 * One condition on an event's properties.
 *
 * @param values JSON texts: none, one, or those of a list; every digit as it was sent
 */
record PropertyFilter(PropertyPath property, Operator operator, List<String> values) {
  PropertyFilter {
    values = List.copyOf(values);
  }

  /** The condition on the event {@code e}. */
  String sql(Arguments arguments) {
    return operator.sql(property.sql(arguments), value(arguments));
  }

  private String value(Arguments arguments) {
    return switch (operator.operand()) {
      case NONE -> "";
      case LIST -> arguments.of(values.toArray(String[]::new)) + "::text[]::jsonb[]";
      default -> arguments.of(values.get(0)) + "::text::jsonb";
    };
  }
}
