package dev.shopwire.analytics.filters;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How a property is compared. No value that an event may hold makes a comparison fail: jsonb is
 * compared with jsonb, never cast.
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
  GT(Operand.NUMBER),
  GTE(Operand.NUMBER),
  LT(Operand.NUMBER),
  LTE(Operand.NUMBER),
  CONTAINS(Operand.TEXT);

  /** What kind of value stands beside the operator. */
  enum Operand {
    NONE,
    VALUE,
    LIST,
    NUMBER,
    TEXT
  }

  private final Operand operand;

  Operator(Operand operand) {
    this.operand = operand;
  }

  static List<String> words() {
    return Arrays.stream(values()).map(Operator::word).toList();
  }

  static Optional<Operator> of(String word) {
    return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  Operand operand() {
    return operand;
  }

  /**
   * @param property the jsonb value of the event, SQL's null if it is missing
   * @param value the parameter: jsonb, an array of jsonb for {@code in} and {@code not_in}
   */
  String sql(String property, String value) {
    return switch (this) {
      case EQUALS -> property + " = " + value;
      case NOT_EQUALS -> property + " is distinct from " + value;
      case IN -> property + " = any(" + value + ")";
      case NOT_IN -> "(" + property + " = any(" + value + ")) is not true";
      case IS_BLANK -> blank(property);
      case IS_NOT_BLANK -> "not " + blank(property);
      case IS_TRUE -> property + " = 'true'::jsonb";
      case IS_FALSE -> property + " = 'false'::jsonb";
      case GT -> number(property, ">", value);
      case GTE -> number(property, ">=", value);
      case LT -> number(property, "<", value);
      case LTE -> number(property, "<=", value);
      case CONTAINS -> contains(property, value);
    };
  }

  private static String blank(String property) {
    return "(coalesce(" + property + ", 'null'::jsonb) in ('null'::jsonb, '\"\"'::jsonb))";
  }

  /** Two numbers in jsonb are compared as numeric, every digit of them. */
  private static String number(String property, String sign, String value) {
    return "(jsonb_typeof("
        + property
        + ") = 'number' and "
        + property
        + " "
        + sign
        + " "
        + value
        + ")";
  }

  /** A text has it somewhere within, an array has it as an element. */
  private static String contains(String property, String value) {
    return "case jsonb_typeof("
        + property
        + ") when 'string' then strpos("
        + property
        + " #>> '{}', "
        + value
        + " #>> '{}') > 0 when 'array' then "
        + property
        + " @> "
        + value
        + " else false end";
  }
}
