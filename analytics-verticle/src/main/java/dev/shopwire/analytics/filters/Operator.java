package dev.shopwire.analytics.filters;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Compares a property in SQL. No stored value can make a comparison fail: jsonb is compared with
 * jsonb, never cast.
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

  /** The kind of value that an operator takes. */
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

  /**
   * @param property SQL for the event's jsonb value; SQL null if it is missing
   * @param value the SQL parameter: jsonb, or an array of jsonb for {@code in} and {@code not_in}
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

  /** jsonb compares numbers as numeric, with every digit. */
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

  /** A string contains the text as a substring, an array as an element. */
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
