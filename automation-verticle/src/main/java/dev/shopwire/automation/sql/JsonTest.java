package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.Operator;
import dev.shopwire.automation.conditions.TimeRange;
import dev.shopwire.automation.conditions.Value;
import dev.shopwire.automation.conditions.Value.BooleanValue;
import dev.shopwire.automation.conditions.Value.NumberValue;
import dev.shopwire.automation.conditions.Value.TextValue;
import dev.shopwire.automation.conditions.ValueTest;
import dev.shopwire.common.json.Json;
import java.util.List;

/**
 * Writes the SQL that compares a jsonb value with the constants of a test, without its negation:
 * null or false of a missing value. jsonb is compared with jsonb, and cast only where its type is
 * known, so that no stored value makes it fail.
 */
public final class JsonTest {
  private final SqlScope scope;
  private final Operator operator;
  private final ValueTest test;

  JsonTest(SqlScope scope, ValueTest test) {
    this.scope = scope;
    this.operator = test.operator().positive();
    this.test = test;
  }

  /** Tests the value at a path: a text with texts, a number with numbers. */
  String atPath(String item) {
    if (isOfTime(test)) {
      return TimeSql.withinOnce(scope, instant(item), TimeRange.of(test, scope.zone()));
    }
    return switch (operator) {
      case EQUALS, IN -> equal(item);
      case GT -> number(item, ">", 0);
      case GTE -> number(item, ">=", 0);
      case LT -> number(item, "<", 0);
      case LTE -> number(item, "<=", 0);
      case BETWEEN -> "(" + number(item, ">=", 0) + " and " + number(item, "<=", 1) + ")";
      case CONTAINS -> contains(item);
      case STARTS_WITH -> startsWith(item);
      case IS_SET -> "jsonb_typeof(" + item + ") <> 'null'";
      case IS_NOT_BLANK -> "(coalesce(" + item + ", 'null'::jsonb) not in ('null', '\"\"'))";
      default -> TextTest.NEVER;
    };
  }

  /** Tests whether the value is an array with this element. */
  String hasElement(String item) {
    return "case when jsonb_typeof(%1$s) = 'array' then %1$s @> %2$s else false end"
        .formatted(item, json(test.value()));
  }

  /** SQL for the instant that a JSON text names; null if it names none. */
  public static String instant(String item) {
    return "case when jsonb_typeof(%1$s) = 'string' then field_instant(%1$s #>> '{}') end"
        .formatted(item);
  }

  /** Whether a test compares times. */
  public static boolean isOfTime(ValueTest test) {
    return test.operator().isOfTime()
        || (test.operator() == Operator.BETWEEN && test.value() instanceof Value.Moment);
  }

  /** jsonb compares numbers by their worth. */
  private String equal(String item) {
    return test.values().size() == 1
        ? item + " = " + json(test.value())
        : item
            + " = any("
            + scope.add(test.values().stream().map(JsonTest::text).toArray(String[]::new))
            + "::text[]::jsonb[])";
  }

  private String number(String item, String sign, int constant) {
    Value value = test.values().get(constant);
    return value instanceof NumberValue
        ? "(jsonb_typeof(%1$s) = 'number' and %1$s %2$s %3$s)".formatted(item, sign, json(value))
        : TextTest.NEVER;
  }

  /** A text contains a text as a part, an array contains an element. */
  private String contains(String item) {
    if (!(test.value() instanceof TextValue text)) {
      return hasElement(item);
    }
    return """
        case jsonb_typeof(%1$s) when 'string' then strpos(%1$s #>> '{}', %2$s::text) > 0
          when 'array' then %1$s @> %3$s else false end"""
        .formatted(item, scope.add(text.text()), json(text));
  }

  private String startsWith(String item) {
    return test.value() instanceof TextValue prefix
        ? "(jsonb_typeof(%1$s) = 'string' and starts_with(%1$s #>> '{}', %2$s::text))"
            .formatted(item, scope.add(prefix.text()))
        : TextTest.NEVER;
  }

  private String json(Value value) {
    return scope.add(text(value)) + "::text::jsonb";
  }

  /** The constant in JSON. */
  private static String text(Value value) {
    if (value instanceof TextValue text) {
      return Json.MAPPER.getNodeFactory().textNode(text.text()).toString();
    }
    if (value instanceof NumberValue number) {
      return number.number().toString();
    }
    if (value instanceof BooleanValue bool) {
      return Boolean.toString(bool.value());
    }
    throw new IllegalArgumentException("A " + value.getClass().getSimpleName() + " is not in JSON");
  }

  /** SQL for the value at a path, which leads into nested objects only. */
  static String path(SqlScope scope, String json, List<String> names) {
    StringBuilder sql = new StringBuilder("(").append(json);
    names.forEach(name -> sql.append(" -> ").append(scope.add(name)).append("::text"));
    return sql.append(")").toString();
  }
}
