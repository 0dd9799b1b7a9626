package dev.shopwire.common.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.shopwire.common.postgres.SqlParameters;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One condition on an event's properties, which SQL and {@link #matches} decide alike.
 *
 * @param values JSON texts: none, one, or the elements of a list; with every digit as sent
 */
public record PropertyCondition(
    PropertyPath property, PropertyOperator operator, List<String> values) {
  public PropertyCondition {
    values = List.copyOf(values);
  }

  /** The SQL condition on the event {@code e}. */
  public String sql(SqlParameters parameters) {
    return operator.sql(property.sql(parameters), value(parameters));
  }

  private String value(SqlParameters parameters) {
    return switch (operator.operand()) {
      case NONE -> "";
      case LIST -> parameters.add(values.toArray(String[]::new)) + "::text[]::jsonb[]";
      default -> parameters.add(values.get(0)) + "::text::jsonb";
    };
  }

  /**
   * Whether it holds for an event.
   *
   * @param properties of the event, with exact numbers; null if it has none
   */
  public boolean matches(@Nullable JsonNode properties) {
    JsonNode value = properties == null ? MissingNode.getInstance() : property.valueIn(properties);
    return operator.matches(value, values.stream().map(JsonEquality::parse).toList());
  }
}
