package dev.shopwire.enrichment.search;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Compares a field of customers with the value of a condition. A missing value satisfies only the
 * negations ({@link #isNegation}).
 */
enum Operator {
  EQUALS(Operand.VALUE),
  NOT_EQUALS(Operand.VALUE),
  IN(Operand.LIST),
  NOT_IN(Operand.LIST),
  IS_BLANK(Operand.NONE),
  IS_NOT_BLANK(Operand.NONE),
  IS_TRUE(Operand.NONE),
  IS_FALSE(Operand.NONE),
  GT(Operand.ORDERED),
  GTE(Operand.ORDERED),
  LT(Operand.ORDERED),
  LTE(Operand.ORDERED),
  CONTAINS(Operand.PART),
  STARTS_WITH(Operand.PART);

  /** The kind of value that an operator takes. */
  enum Operand {
    NONE,
    VALUE,
    LIST,
    /** A number or a time. */
    ORDERED,
    /** A part of a text, or an element of an array. */
    PART
  }

  private final Operand operand;

  Operator(Operand operand) {
    this.operand = operand;
  }

  static List<String> apiNames() {
    return Arrays.stream(values()).map(Operator::apiName).toList();
  }

  static Optional<Operator> of(String apiName) {
    return Arrays.stream(values()).filter(each -> each.apiName().equals(apiName)).findFirst();
  }

  String apiName() {
    return name().toLowerCase(Locale.ROOT);
  }

  Operand operand() {
    return operand;
  }

  /** Whether it holds exactly where {@link #positive} does not. */
  boolean isNegation() {
    return this == NOT_EQUALS || this == NOT_IN || this == IS_BLANK;
  }

  /** The operator that remains without a negation; one value is a list of one. */
  Operator positive() {
    return switch (this) {
      case EQUALS, NOT_EQUALS, NOT_IN -> IN;
      case IS_BLANK -> IS_NOT_BLANK;
      default -> this;
    };
  }

  /** The sign of a comparison in SQL. */
  String sign() {
    return switch (this) {
      case GT -> ">";
      case GTE -> ">=";
      case LT -> "<";
      case LTE -> "<=";
      default -> "=";
    };
  }
}
