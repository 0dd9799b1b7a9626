package dev.shopwire.automation.language.draft;

import dev.shopwire.automation.conditions.Operator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The types of values that conditions test: which operators each has, with which constants. */
public enum ValueType {
  TEXT_FIELD(
      "a text field", Constant.TEXT, Constant.TEXT, OperatorGroup.TEXTS, OperatorGroup.TIMES),
  NUMBER_FIELD(
      "a number field",
      Constant.NUMBER,
      Constant.NUMBER,
      OperatorGroup.NUMBERS,
      OperatorGroup.LISTS),
  BOOLEAN_FIELD("a boolean field", Constant.BOOLEAN, Constant.BOOLEAN, OperatorGroup.EQUALITY),
  JSON_FIELD("a json field", Constant.SCALAR, Constant.SCALAR, OperatorGroup.PARTS),
  JSON_VALUE(
      "a value in a json field",
      Constant.SCALAR,
      Constant.SCALAR,
      OperatorGroup.TEXTS,
      OperatorGroup.TIMES,
      OperatorGroup.COMPARISONS),
  /** A name, an e-mail address or a domain. */
  CUSTOMER_TEXT("a text", Constant.TEXT, Constant.TEXT, OperatorGroup.TEXTS),
  TIME("a time", Constant.MOMENT, Constant.MOMENT, OperatorGroup.TIMES),
  /** When something must have occurred: there are no events of the future. */
  WINDOW("a time window", Constant.MOMENT, Constant.MOMENT, OperatorGroup.PAST),
  AMOUNT("a number", Constant.NUMBER, Constant.NUMBER, OperatorGroup.COMPARISONS),
  PROPERTY("a property", Constant.SCALAR, Constant.TEXT, OperatorGroup.PROPERTIES),
  /** Compared as a whole: a role, a tag, a code. */
  LABEL("a label", Constant.TEXT, Constant.TEXT, OperatorGroup.LISTS),
  LIFECYCLE_STATE(
      "a state",
      Constant.LIFECYCLE_STATE,
      Constant.LIFECYCLE_STATE,
      OperatorGroup.LISTS,
      OperatorGroup.EQUALITY),
  /** Never negative. */
  REVENUE("an amount of money", Constant.REVENUE, Constant.REVENUE, OperatorGroup.COMPARISONS),
  AFFILIATE("an affiliate", Constant.AFFILIATE, Constant.AFFILIATE, OperatorGroup.LISTS);

  private final String title;
  private final Constant equal;
  private final Constant part;

  @SuppressWarnings("ImmutableEnumChecker") // filled by the constructor only
  private final Set<Operator> operators = EnumSet.noneOf(Operator.class);

  /**
   * @param equal what {@code =} and {@code in} take
   * @param part what {@code contains} takes
   */
  ValueType(String title, Constant equal, Constant part, OperatorGroup... groups) {
    this.title = title;
    this.equal = equal;
    this.part = part;
    for (OperatorGroup group : groups) {
      operators.addAll(group.operators());
    }
  }

  /** For messages. */
  String title() {
    return title;
  }

  boolean allows(Operator operator) {
    return operators.contains(operator);
  }

  /** The words of all operators, for messages. */
  String operators() {
    return operators.stream().map(Operator::words).collect(Collectors.joining(", "));
  }

  /**
   * What an allowed operator takes.
   *
   * @param operands at least one
   */
  Constant constant(Operator operator, List<Operand> operands) {
    return switch (operator) {
      case EQUALS, NOT_EQUALS, IN, NOT_IN -> equal;
      case CONTAINS, NOT_CONTAINS -> part;
      case STARTS_WITH -> Constant.TEXT;
      case GT, GTE, LT, LTE -> number();
      case BETWEEN -> bound(operands.get(0));
      case BEFORE, SINCE, AFTER -> Constant.MOMENT;
      case WITHIN, WITHIN_NEXT -> Constant.SPAN;
      case IS_SET, IS_UNSET, IS_BLANK, IS_NOT_BLANK ->
          throw new IllegalArgumentException(operator + " takes no constant");
    };
  }

  /** Where numbers and times can be compared, the first bound decides which. */
  private Constant bound(Operand first) {
    boolean isNumber =
        !allows(Operator.BEFORE) || (allows(Operator.GT) && first instanceof Operand.Numeric);
    return isNumber ? number() : Constant.MOMENT;
  }

  private Constant number() {
    return this == REVENUE ? Constant.REVENUE : Constant.NUMBER;
  }
}
