package dev.shopwire.app.flows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.events.PropertyCondition;
import dev.shopwire.common.events.PropertyConditionReader;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.testing.RunSize;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that conditions on properties hold in memory for the same events as in SQL. */
@Tag("stores")
class PropertyConditionIT {
  private static final int CONDITIONS = RunSize.of("propertyConditions.conditions", 120, 10_000);
  private static final int EVENTS = 300;
  private static final List<String> SCALARS =
      List.of(
          "null",
          "true",
          "false",
          "0",
          "-0",
          "0.0",
          "1",
          "1.0",
          "1e0",
          "10E-1",
          "1.50",
          "2",
          "12345678901234567890",
          "12345678901234567890.0",
          "12345678901234567891",
          "1e300",
          "-1e-300",
          "\"\"",
          "\" \"",
          "\"1\"",
          "\"true\"",
          "\"null\"",
          "\"a\"",
          "\"A\"",
          "\"ab\"",
          "\"a.b\"",
          "\"é\"",
          "\"e\\u0301\"",
          "\"😀\"",
          "\"\\ud83d\\ude00x\"",
          "\"%\"",
          "\"_\"",
          "\"\\\\\"",
          "\"'\"",
          "\"$1\"");
  private static final List<String> NAMES = List.of("a", "b", "a.b", "", "0", "é", "'");
  private static final List<String> PATHS =
      List.of("a", "b", "a\\\\.b", "a.a", "a.b", "b.0", "é", "'", "a.b.a");
  private static final List<String> OPERATORS =
      List.of(
          "equals",
          "not_equals",
          "in",
          "not_in",
          "is_blank",
          "is_not_blank",
          "is_true",
          "is_false",
          "gt",
          "gte",
          "lt",
          "lte",
          "contains");

  private final Random random = new Random(17);

  @Test
  void aConditionHoldsInMemoryForTheEventsForWhichItHoldsInSql() {
    List<String> events = new ArrayList<>(List.of("{}"));
    while (events.size() < EVENTS) {
      events.add(object(3));
    }
    int holding = 0;
    for (int i = 0; i < CONDITIONS; i++) {
      PropertyCondition condition = condition();
      String inMemory =
          events.stream()
              .map(event -> condition.matches(SegmentWorkspace.json(event)) ? "1" : "0")
              .collect(Collectors.joining());
      assertEquals(inSql(condition, events), inMemory, () -> condition + " for " + events);
      holding += inMemory.contains("1") && inMemory.contains("0") ? 1 : 0;
    }
    assertTrue(holding > CONDITIONS / 2, "holding: " + holding);
  }

  @Test
  void anEventWithoutPropertiesHasNoneInBoth() {
    for (int i = 0; i < 100; i++) {
      PropertyCondition condition = condition();
      assertEquals(
          inSql(condition, List.of("null")).equals("1"),
          condition.matches(null),
          condition::toString);
    }
  }

  /** A 1 for each event for which it holds. */
  private static String inSql(PropertyCondition condition, List<String> events) {
    SqlParameters parameters = new SqlParameters();
    String sql = condition.sql(parameters);
    Tuple values = parameters.tuple();
    for (int i = values.size(); i > 0; i--) {
      sql = sql.replace("$" + i + "::", literal(values.getValue(i - 1)) + "::");
    }
    String rows =
        IntStream.range(0, events.size())
            .mapToObj(i -> "(" + i + ", " + literal(events.get(i)) + "::jsonb)")
            .collect(Collectors.joining(", "));
    return RunningService.shared()
        .sql()
        .text(
            "select string_agg(case when (%s) then '1' else '0' end, '' order by e.n) from (values %s) as e (n, properties)"
                .formatted(sql, rows));
  }

  /** With every character that JDBC or SQL would read otherwise escaped. */
  private static String literal(Object value) {
    if (value instanceof String[] array) {
      return "array["
          + List.of(array).stream()
              .map(PropertyConditionIT::literal)
              .collect(Collectors.joining(", "))
          + "]";
    }
    return "'" + String.valueOf(value).replace("'", "''") + "'";
  }

  private PropertyCondition condition() {
    String operator = any(OPERATORS);
    String value =
        switch (operator) {
          case "equals", "not_equals" -> ",\"value\":" + value(2);
          case "in", "not_in" -> ",\"value\":[" + value(2) + "," + value(1) + "]";
          case "gt", "gte", "lt", "lte" -> ",\"value\":" + number();
          case "contains" -> ",\"value\":" + text();
          default -> "";
        };
    String json =
        "[{\"property\":\"%s\",\"operator\":\"%s\"%s}]".formatted(any(PATHS), operator, value);
    JsonNode tree = SegmentWorkspace.json(json);
    List<String> faults = new ArrayList<>();
    List<PropertyCondition> read =
        new PropertyConditionReader((location, code, message) -> faults.add(message))
            .read("", tree);
    // Null is no value for a comparison.
    return faults.isEmpty() ? read.get(0) : condition();
  }

  private String value(int depth) {
    return switch (depth == 0 ? 0 : random.nextInt(6)) {
      case 1 -> object(depth - 1);
      case 2 -> array(depth - 1);
      default -> any(SCALARS);
    };
  }

  private String object(int depth) {
    return IntStream.range(0, random.nextInt(4))
        .mapToObj(i -> "\"" + any(NAMES) + "\":" + value(depth))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private String array(int depth) {
    return IntStream.range(0, random.nextInt(4))
        .mapToObj(i -> value(depth))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private String number() {
    String scalar = any(SCALARS);
    return scalar.matches("[-0-9].*") ? scalar : number();
  }

  private String text() {
    String scalar = any(SCALARS);
    return scalar.startsWith("\"") ? scalar : text();
  }

  private String any(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
