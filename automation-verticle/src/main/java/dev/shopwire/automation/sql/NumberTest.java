package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.Operator;
import dev.shopwire.automation.conditions.Value.NumberValue;
import dev.shopwire.automation.conditions.ValueTest;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** Compares a number with the constants of a test, without its negation, in SQL and in memory. */
final class NumberTest {
  private final Operator operator;
  private final List<BigDecimal> constants;

  private NumberTest(Operator operator, List<BigDecimal> constants) {
    this.operator = operator;
    this.constants = constants;
  }

  /** Constants of other types equal no number. */
  static NumberTest of(ValueTest test) {
    List<BigDecimal> numbers =
        test.values().stream()
            .filter(NumberValue.class::isInstance)
            .map(value -> ((NumberValue) value).number())
            .toList();
    return new NumberTest(test.operator().positive(), numbers);
  }

  /** SQL that tests a numeric expression. */
  String sql(SqlScope scope, String column) {
    if (operator == Operator.IS_SET) {
      return column + " is not null";
    }
    if (constants.isEmpty()) {
      return TextTest.NEVER;
    }
    return switch (operator) {
      case EQUALS, IN -> equal(scope, column);
      case GT -> compare(scope, column, ">", 0);
      case GTE -> compare(scope, column, ">=", 0);
      case LT -> compare(scope, column, "<", 0);
      case LTE -> compare(scope, column, "<=", 0);
      case BETWEEN ->
          "(" + compare(scope, column, ">=", 0) + " and " + compare(scope, column, "<=", 1) + ")";
      default -> TextTest.NEVER;
    };
  }

  private String equal(SqlScope scope, String column) {
    return constants.size() == 1
        ? compare(scope, column, "=", 0)
        : column
            + " = any("
            + scope.add(constants.stream().map(BigDecimal::toString).toArray(String[]::new))
            + "::text[]::numeric[])";
  }

  private String compare(SqlScope scope, String column, String sign, int constant) {
    String text = constants.get(constant).toString();
    return column + " " + sign + " " + scope.add(text) + "::text::numeric";
  }

  /**
   * The least whole number that is greater than all constants: a larger one satisfies the test if
   * and only if it does. At least 1; empty if it is greater than {@code max}.
   */
  Optional<Long> enough(long max) {
    BigDecimal greatest = constants.stream().reduce(BigDecimal.ZERO, BigDecimal::max);
    return greatest.compareTo(BigDecimal.valueOf(max)) >= 0
        ? Optional.empty()
        : Optional.of(greatest.compareTo(BigDecimal.ONE) < 0 ? 1 : greatest.longValue() + 1);
  }

  /** Whether a number satisfies it. */
  boolean holds(BigDecimal number) {
    return switch (operator) {
      case IS_SET -> true;
      case EQUALS, IN -> constants.stream().anyMatch(each -> each.compareTo(number) == 0);
      case GT -> number.compareTo(constants.get(0)) > 0;
      case GTE -> number.compareTo(constants.get(0)) >= 0;
      case LT -> number.compareTo(constants.get(0)) < 0;
      case LTE -> number.compareTo(constants.get(0)) <= 0;
      case BETWEEN ->
          number.compareTo(constants.get(0)) >= 0 && number.compareTo(constants.get(1)) <= 0;
      default -> false;
    };
  }
}
