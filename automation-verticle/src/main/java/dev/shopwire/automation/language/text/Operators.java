package dev.shopwire.automation.language.text;

import dev.shopwire.automation.conditions.Operator;
import java.util.EnumSet;
import java.util.Set;

/** The operators that the grammar has at a place. Whether they fit a type is checked later. */
public final class Operators {
  /** {@code test} of the grammar. */
  public static final Operators TEST =
      new Operators(
          "an operator such as =, !=, in, contains, is set or before",
          EnumSet.allOf(Operator.class));

  public static final Operators COMPARE =
      new Operators(
          "one of =, !=, gt, gte, lt, lte and between",
          EnumSet.of(
              Operator.EQUALS,
              Operator.NOT_EQUALS,
              Operator.GT,
              Operator.GTE,
              Operator.LT,
              Operator.LTE,
              Operator.BETWEEN));

  public static final Operators TIME =
      new Operators(
          "one of before, since, after, between, within and within next",
          EnumSet.of(
              Operator.BEFORE,
              Operator.SINCE,
              Operator.AFTER,
              Operator.BETWEEN,
              Operator.WITHIN,
              Operator.WITHIN_NEXT));

  public static final Operators WINDOW =
      new Operators(
          "one of before, since, after, between and within",
          EnumSet.of(
              Operator.BEFORE, Operator.SINCE, Operator.AFTER, Operator.BETWEEN, Operator.WITHIN));

  private final String expected;
  private final Set<Operator> operators;

  private Operators(String expected, Set<Operator> operators) {
    this.expected = expected;
    this.operators = operators;
  }

  /** For messages. */
  String expected() {
    return expected;
  }

  boolean has(Operator operator) {
    return operators.contains(operator);
  }
}
