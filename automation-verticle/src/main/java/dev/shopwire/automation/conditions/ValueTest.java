package dev.shopwire.automation.conditions;

import java.util.List;

/**
 * Compares a value with constants. Which operators and constants a value allows is checked where
 * conditions are read: {@code between} takes two numbers or two moments, {@code in} up to 100
 * values, {@code within} one {@link Value.Span}, the others one value or none.
 */
public record ValueTest(Operator operator, List<Value> values) {
  public ValueTest {
    values = List.copyOf(values);
  }

  public static ValueTest of(Operator operator, Value... values) {
    return new ValueTest(operator, List.of(values));
  }

  /** The only constant, or the first. */
  public Value value() {
    return values.get(0);
  }
}
