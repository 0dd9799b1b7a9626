package dev.shopwire.console.pages.customers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.Json;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.FormData;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests how conditions of customers become rows of a form, and rows conditions. */
class ConditionsTest {
  private static final CustomFieldNames NAMES =
      new CustomFieldNames(
          List.of(
              field("plan", "text", "customers", ""),
              field("seats", "number", "app", "reports"),
              field("trial", "boolean", "all-apps", ""),
              field("setup", "json", "app", "reports")),
          List.of("reports", "mail"));

  private static JsonNode field(String name, String type, String scope, String app) {
    String owner = app.isEmpty() ? "null" : "{\"slug\":\"" + app + "\"}";
    return json(
        "{\"name\":\"%s\",\"type\":\"%s\",\"scope\":\"%s\",\"app\":%s}"
            .formatted(name, type, scope, owner));
  }

  private static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static FormData rows(String... cells) {
    Map<String, String> rows = new LinkedHashMap<>();
    for (int i = 0; i < cells.length; i += 3) {
      int row = i / 3 + 1;
      rows.put("field" + row, cells[i]);
      rows.put("operator" + row, cells[i + 1]);
      rows.put("value" + row, cells[i + 2]);
    }
    return FormData.of(rows);
  }

  /** The member {@code value} that the only row becomes. */
  private static String value(String field, String operator, String value) {
    return json(Conditions.filter(rows(field, operator, value), NAMES)).at("/0/value").toString();
  }

  @Test
  void valuesGetTheTypeOfTheirField() {
    assertEquals("\"5\"", value("cf:plan", "equals", "5"));
    assertEquals("5.50", value("cf:seats", "equals", " 5.50 "));
    assertEquals("12345678901234567890", value("cf:reports/seats", "gt", "12345678901234567890"));
    assertEquals("\"many\"", value("cf:seats", "equals", "many"));
    assertEquals("true", value("cf:trial", "equals", "true"));
    assertEquals("{\"a\":1}", value("cf:setup", "equals", "{\"a\":1}"));
    assertEquals("\"a\"", value("cf:setup", "contains", "a"));
    assertEquals("\"2026-11-01\"", value("lastSeenAt", "gte", "2026-11-01"));
    assertEquals("\"\"", value("name", "equals", ""));
  }

  @Test
  void listsAreSeparatedByCommasOrWrittenAsJson() {
    assertEquals("[\"pro\",\"free\"]", value("cf:plan", "in", "pro, free"));
    assertEquals("[1,2]", value("cf:seats", "not_in", "1,2"));
    assertEquals("[\"a, b\"]", value("cf:plan", "in", "[\"a, b\"]"));
  }

  @Test
  void operatorsWithoutAValueHaveNone() {
    assertEquals("", value("cf:plan", "is_blank", ""));
    assertEquals("\"x\"", value("cf:plan", "is_blank", "x"));
  }

  @Test
  void emptyRowsDoNotCount() {
    FormData rows = rows("", "equals", "", "name", "equals", "Acme", "", "equals", "");
    assertTrue(Conditions.areSubmitted(rows));
    assertEquals(1, json(Conditions.filter(rows, NAMES)).size());
    assertEquals("", Conditions.filter(rows("", "equals", " "), NAMES));
    assertEquals(rows.values().keySet(), Conditions.withoutRows(rows).keySet());
    assertFalse(Conditions.areSubmitted(FormData.of(Map.of("search", "x"))));
  }

  @Test
  void aFilterComesBackAsTheSameRows() {
    String[] cells = {
      "cf:plan", "in", "pro, free",
      "cf:seats", "gte", "10",
      "cf:plan", "in", "[\"a, b\",\"c\"]",
      "cf:trial", "is_true", ""
    };
    String filter = Conditions.filter(rows(cells), NAMES);
    Conditions conditions = Conditions.of(filter);
    assertTrue(conditions.isEditable());
    FormData shown = FormData.of(conditions.shown());
    assertEquals(rows(cells), shown);
    assertEquals(filter, Conditions.filter(shown, NAMES));
  }

  @Test
  void thereAreTwoMoreRowsThanConditionsButNoMoreThanTheApiTakes() {
    assertEquals(6, Conditions.of("").fields(Stream.of("name")).size());
    String condition = "{\"field\":\"name\",\"operator\":\"equals\",\"value\":\"x\"}";
    String many = "[" + String.join(",", Stream.generate(() -> condition).limit(19).toList()) + "]";
    assertEquals(60, Conditions.of(many).fields(Stream.of("name")).size());
  }

  @Test
  void aFilterOfAnotherShapeIsShownAsJson() {
    for (String filter : List.of("nonsense", "{}", "[1]", "[{\"field\":1}]")) {
      Conditions conditions = Conditions.of(filter);
      assertFalse(conditions.isEditable(), filter);
      assertEquals(
          List.of("filter"), conditions.fields(Stream.of()).stream().map(Field::name).toList());
    }
  }

  @Test
  void faultsAreThoseOfTheirRows() {
    Conditions conditions =
        Conditions.of("[{\"field\":\"a\",\"operator\":\"equals\",\"value\":\"b\"}]");
    Failure failure =
        (Failure)
            conditions.atRows(
                Failure.invalid(
                    List.of(
                        new ValidationError("/filter/0/value/3", "x", "/filter/0/value/3 is bad"),
                        new ValidationError("/filter/1", "x", "/filter/1 is worse"),
                        ValidationError.ofParameter("sort", "x", "sort is wrong"))));
    assertEquals(
        List.of("value1 value1 is bad", "field2 field2 is worse", "sort sort is wrong"),
        failure.errors().stream().map(error -> error.parameter() + " " + error.message()).toList());
  }

  @Test
  void namesAreThoseThatConditionsAndColumnsTake() {
    assertEquals(
        List.of("cf:plan", "cf:reports/seats", "cf:trial", "cf:reports/setup"),
        NAMES.inConditions().toList());
    assertEquals(
        List.of(
            "cf:plan", "cf:reports/seats", "cf:reports/trial", "cf:mail/trial", "cf:reports/setup"),
        NAMES.inColumns().toList());
    assertEquals(Optional.of("text"), NAMES.type("cf:mail/plan"));
    assertEquals(Optional.empty(), NAMES.type("name"));
    assertEquals(Optional.empty(), NAMES.type("cf:mail/seats"));
  }
}
