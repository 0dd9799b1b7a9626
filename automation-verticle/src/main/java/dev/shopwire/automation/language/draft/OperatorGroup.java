package dev.shopwire.automation.language.draft;

import static dev.shopwire.automation.conditions.Operator.AFTER;
import static dev.shopwire.automation.conditions.Operator.BEFORE;
import static dev.shopwire.automation.conditions.Operator.BETWEEN;
import static dev.shopwire.automation.conditions.Operator.CONTAINS;
import static dev.shopwire.automation.conditions.Operator.EQUALS;
import static dev.shopwire.automation.conditions.Operator.GT;
import static dev.shopwire.automation.conditions.Operator.GTE;
import static dev.shopwire.automation.conditions.Operator.IN;
import static dev.shopwire.automation.conditions.Operator.IS_BLANK;
import static dev.shopwire.automation.conditions.Operator.IS_NOT_BLANK;
import static dev.shopwire.automation.conditions.Operator.IS_SET;
import static dev.shopwire.automation.conditions.Operator.IS_UNSET;
import static dev.shopwire.automation.conditions.Operator.LT;
import static dev.shopwire.automation.conditions.Operator.LTE;
import static dev.shopwire.automation.conditions.Operator.NOT_CONTAINS;
import static dev.shopwire.automation.conditions.Operator.NOT_EQUALS;
import static dev.shopwire.automation.conditions.Operator.NOT_IN;
import static dev.shopwire.automation.conditions.Operator.SINCE;
import static dev.shopwire.automation.conditions.Operator.STARTS_WITH;
import static dev.shopwire.automation.conditions.Operator.WITHIN;
import static dev.shopwire.automation.conditions.Operator.WITHIN_NEXT;

import dev.shopwire.automation.conditions.Operator;
import java.util.List;

/** Operators that several types of values have in common. */
record OperatorGroup(List<Operator> operators) {
  static final OperatorGroup EQUALITY = of(EQUALS, NOT_EQUALS, IS_SET, IS_UNSET);
  static final OperatorGroup LISTS = of(EQUALS, NOT_EQUALS, IN, NOT_IN);
  static final OperatorGroup PARTS = of(CONTAINS, NOT_CONTAINS, IS_SET, IS_UNSET);
  static final OperatorGroup TEXTS =
      of(EQUALS, NOT_EQUALS, IN, NOT_IN, CONTAINS, NOT_CONTAINS, STARTS_WITH, IS_SET, IS_UNSET);
  static final OperatorGroup COMPARISONS = of(EQUALS, NOT_EQUALS, GT, GTE, LT, LTE, BETWEEN);
  static final OperatorGroup NUMBERS =
      of(EQUALS, NOT_EQUALS, GT, GTE, LT, LTE, BETWEEN, IS_SET, IS_UNSET);
  static final OperatorGroup PROPERTIES =
      of(
          EQUALS,
          NOT_EQUALS,
          IN,
          NOT_IN,
          CONTAINS,
          NOT_CONTAINS,
          IS_BLANK,
          IS_NOT_BLANK,
          GT,
          GTE,
          LT,
          LTE);
  static final OperatorGroup PAST = of(BEFORE, SINCE, AFTER, BETWEEN, WITHIN);
  static final OperatorGroup TIMES = of(BEFORE, SINCE, AFTER, BETWEEN, WITHIN, WITHIN_NEXT);

  private static OperatorGroup of(Operator... operators) {
    return new OperatorGroup(List.of(operators));
  }
}
