package dev.shopwire.console.pages.behavior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.FormData;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how fields of a page become the API's conditions, and back. */
class PropertyConditionsTest {
  private static PropertyConditions of(Map<String, String> query) {
    return PropertyConditions.of(FormData.of(query)).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "equals | 12 | 12",
        "equals | 0.50 | 0.50",
        "equals | true | true",
        "equals | pro | \"pro\"",
        "equals | \"12\" | \"12\"",
        "equals | 007 | \"007\"",
        "equals | null | \"null\"",
        "equals | [1 | \"[1\"",
        "equals | {\"a\":1} | {\"a\":1}",
        "gt | many | \"many\"",
        "contains | 12 | \"12\"",
        "contains | [a] | \"[a]\"",
        "in | a, 2 ,true | [\"a\",2,true]",
        "not_in | [\"a,b\"] | [\"a,b\"]",
      })
  void whatLooksLikeJsonIsJson(String operator, String value, String json) {
    assertEquals(
        "[{\"property\":\"a.b\",\"operator\":\"%s\",\"value\":%s}]".formatted(operator, json),
        of(Map.of("property1", "a.b", "operator1", operator, "value1", value))
            .parameter()
            .orElseThrow());
  }

  @Test
  void operatorsWithoutValueSendNone() {
    assertEquals(
        "[{\"property\":\"a\",\"operator\":\"is_blank\"}]",
        of(Map.of("property1", "a", "operator1", "is_blank", "value1", ""))
            .parameter()
            .orElseThrow());
  }

  @Test
  void emptyFieldsAreNoConditionAndOthersMoveUp() {
    PropertyConditions conditions =
        of(
            Map.of(
                "property1",
                " ",
                "operator1",
                "equals",
                "value1",
                "",
                "property3",
                "b",
                "value3",
                "x"));
    assertEquals(1, conditions.all().size());
    FormData query = conditions.in(FormData.of(Map.of("path", "/", "property3", "b")));
    assertEquals("b", query.get("property1"));
    assertEquals("equals", query.get("operator1"));
    assertEquals("/", query.get("path"));
    assertTrue(!query.contains("property3"));
    assertEquals(
        List.of("property1", "operator1", "value1", "property2", "operator2", "value2"),
        conditions.fields(List.of()).stream().map(Field::name).toList());
  }

  @Test
  void theApisParameterBecomesFieldsWithTheSameMeaning() {
    String parameter =
        "[{\"property\":\"a\",\"operator\":\"equals\",\"value\":\"12\"},"
            + "{\"property\":\"b\",\"operator\":\"in\",\"value\":[\"x\",1]},"
            + "{\"property\":\"c\",\"operator\":\"equals\",\"value\":\"pro\"},"
            + "{\"property\":\"d\",\"operator\":\"is_true\"}]";
    PropertyConditions conditions = of(Map.of("properties", parameter));
    FormData query = conditions.in(FormData.of(Map.of("properties", parameter)));
    assertEquals("\"12\"", query.get("value1"));
    assertEquals("pro", query.get("value3"));
    assertTrue(!query.contains("properties"));
    assertEquals(parameter, PropertyConditions.of(query).orElseThrow().parameter().orElseThrow());
  }

  @Test
  void whatCannotBeShownAsFieldsIsLeftToTheApi() {
    for (String parameter :
        List.of("{", "{}", "[1]", "[{\"property\":\"a\",\"operator\":\"x\"}]")) {
      assertTrue(
          PropertyConditions.of(FormData.of(Map.of("properties", parameter))).isEmpty(), parameter);
    }
    assertTrue(of(Map.of()).parameter().isEmpty());
  }
}
