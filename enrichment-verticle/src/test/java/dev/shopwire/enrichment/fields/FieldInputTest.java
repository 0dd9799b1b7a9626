package dev.shopwire.enrichment.fields;

import static dev.shopwire.enrichment.fields.TestFields.LIMITS;
import static dev.shopwire.enrichment.fields.TestFields.body;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.json.JsonInput;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldInputTest {
  /** The errors of the body, and those of values, which depend on the field. */
  private static String errors(String fields) {
    JsonInput body = body(fields);
    List<FieldInput> inputs = FieldInput.of(body, LIMITS);
    return Stream.concat(
            body.errors().stream(), inputs.stream().flatMap(input -> input.error().stream()))
        .map(error -> error.pointer() + " " + error.code())
        .collect(Collectors.joining(", "));
  }

  private static Optional<FieldValue> value(String json) {
    JsonInput body = body("{\"f\":" + json + "}");
    List<FieldInput> inputs = FieldInput.of(body, LIMITS);
    assertEquals(List.of(), body.errors());
    assertEquals(Optional.empty(), inputs.get(0).error());
    assertEquals("f", inputs.get(0).name());
    return inputs.get(0).value();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "_", "Z9", "a.b-c_d", "__proto__"})
  void aFieldsNameIsAnIdentifierWithDotsAndHyphens(String name) {
    assertTrue(FieldLimits.isName(name));
    assertTrue(FieldLimits.isName("a".repeat(100)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "9a", ".a", "-a", "a b", "a/b", "ä", "a\n", "a\u0000", "a~"})
  void anyOtherNameIsInvalid(String name) {
    assertFalse(FieldLimits.isName(name));
    assertFalse(FieldLimits.isName("a".repeat(101)));
  }

  @ParameterizedTest
  @CsvSource({
    "\"ü😀\", TEXT, ü😀",
    "\"\", TEXT, ''",
    "\"5\", TEXT, 5",
    "true, BOOLEAN, true",
    "false, BOOLEAN, false",
    "7, NUMBER, 7",
    "-0.10, NUMBER, -0.10",
    "12345678901234567890123, NUMBER, 12345678901234567890123",
    "'{ \"a\" : [1.0, null] }', JSON, '{\"a\":[1.0,null]}'",
    "[ ], JSON, []"
  })
  void theTypeFollowsFromTheValueWithoutLoss(String json, FieldType type, String text) {
    assertEquals(Optional.of(new FieldValue(type, text)), value(json));
  }

  @Test
  void nullUnsets() {
    assertEquals(Optional.empty(), value("null"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"customFields\":null}", "{\"customFields\":{}}"})
  void withoutCustomFieldsThereIsNoInput(String json) {
    JsonInput body = JsonInput.of(json, Map.of());
    assertEquals(List.of(), FieldInput.of(body, LIMITS));
    assertEquals(List.of(), body.errors());
  }

  @ParameterizedTest
  @CsvSource({
    "\"abcdef\", too_long",
    "\"😀😀😀😀😀😀\", too_long",
    "1e400, invalid_number",
    "-1e400, invalid_number",
    "1e-400, invalid_number",
    "'[[[[]]]]', too_deep",
    "'{\"a\":{\"b\":{\"c\":{}}}}', too_deep",
    "'[[[1,{}]]]', too_deep",
    "'[1e400]', invalid_number",
    "'{\"a\":{\"b\":-1e999}}', invalid_number",
    "'[\"1234567890\",12345678]', too_large",
    "'[\"üüüüüüüüü\"]', too_large"
  })
  void aValueBeyondTheLimitsIsAnErrorOfItsField(String json, String code) {
    assertEquals("/customFields/f " + code, errors("{\"ok\":1,\"f\":" + json + "}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"😀😀😀😀😀\"",
        "1e308",
        "[[[1]]]",
        "{\"a\":{\"b\":{\"c\":1}}}",
        "[ \"üüüüüüüü\" ]",
        "[12345678901234567 ]"
      })
  void aValueAtTheLimitsIsAccepted(String json) {
    assertTrue(value(json).isPresent());
  }

  @Test
  void tooManyFieldsAreOneError() {
    assertEquals("", errors("{\"a\":1,\"b\":2,\"c\":null}"));
    assertEquals(
        "/customFields too_many_fields", errors("{\"a\":1,\"b\":2,\"c\":null,\"9\":\"abcdef\"}"));
    assertEquals("", errors("{\"a\":1,\"a\":2,\"a\":3,\"a\":4}"));
  }

  @Test
  void theErrorsOfAllFieldsAreReportedTogether() {
    assertEquals(
        "/customFields/b~1c invalid_field_name, /customFields/a too_long,"
            + " /customFields/d invalid_number",
        errors("{\"a\":\"abcdef\",\"b/c\":1,\"d\":1e999}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "7", "\"x\"", "true"})
  void customFieldsMustBeAnObject(String json) {
    assertEquals("/customFields invalid_type", errors(json));
  }
}
