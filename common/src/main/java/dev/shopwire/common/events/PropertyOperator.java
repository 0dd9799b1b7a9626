package dev.shopwire.common.events;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Compares a property of an event with values. No stored value can make a comparison in SQL fail:
 * jsonb is compared with jsonb, never cast.
 */
public enum PropertyOperator {
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
  public enum Operand {
    NONE,
    VALUE,
    LIST,
    NUMBER,
    TEXT
  }

  private final Operand operand;

  PropertyOperator(Operand operand) {
    this.operand = operand;
  }

  public static List<String> apiNames() {
    return Arrays.stream(values()).map(PropertyOperator::apiName).toList();
  }

  public static Optional<PropertyOperator> of(String apiName) {
    return Arrays.stream(values()).filter(each -> each.apiName().equals(apiName)).findFirst();
  }

  public String apiName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public Operand operand() {
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

  /**
   * Decides as {@link #sql} does.
   *
   * @param property a missing node if there is none
   */
  boolean matches(JsonNode property, List<JsonNode> values) {
    return switch (this) {
      case EQUALS, IN -> isAny(property, values);
      case NOT_EQUALS, NOT_IN -> !isAny(property, values);
      case IS_BLANK -> isBlank(property);
      case IS_NOT_BLANK -> !isBlank(property);
      case IS_TRUE -> property.isBoolean() && property.booleanValue();
      case IS_FALSE -> property.isBoolean() && !property.booleanValue();
      case GT -> property.isNumber() && compare(property, values) > 0;
      case GTE -> property.isNumber() && compare(property, values) >= 0;
      case LT -> property.isNumber() && compare(property, values) < 0;
      case LTE -> property.isNumber() && compare(property, values) <= 0;
      case CONTAINS ->
          property.isTextual()
              ? property.textValue().contains(values.get(0).textValue())
              : property.isArray() && JsonEquality.contains(property, values.get(0));
    };
  }

  private static boolean isAny(JsonNode property, List<JsonNode> values) {
    return values.stream().anyMatch(value -> JsonEquality.areEqual(property, value));
  }

  private static boolean isBlank(JsonNode property) {
    return property.isMissingNode()
        || property.isNull()
        || (property.isTextual() && property.textValue().isEmpty());
  }

  private static int compare(JsonNode property, List<JsonNode> values) {
    return property.decimalValue().compareTo(values.get(0).decimalValue());
  }
}
