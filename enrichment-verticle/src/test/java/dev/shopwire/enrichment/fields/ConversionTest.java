package dev.shopwire.enrichment.fields;

import static dev.shopwire.enrichment.fields.TestFields.LIMITS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConversionTest {
  private static Optional<FieldValue> convert(String text, FieldType to) {
    return Conversion.of(text, to, LIMITS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "-0", "5", "-12.50", "1e2", "1E-7", "12345678901234567890.5", "1e308"})
  void theTextOfANumberIsConvertedExactly(String text) {
    assertEquals(
        Optional.of(new FieldValue(FieldType.NUMBER, text)), convert(text, FieldType.NUMBER));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        " 5",
        "5 ",
        "+5",
        "05",
        ".5",
        "5.",
        "1,000",
        "1_000",
        "0x10",
        "1e",
        "Infinity",
        "NaN",
        "five",
        "true",
        "1e309",
        "1e99999999999",
        "1e-400",
        "٥",
        "[5]",
        "\"5\""
      })
  void nothingElseIsANumber(String text) {
    assertEquals(Optional.empty(), convert(text, FieldType.NUMBER));
  }

  @Test
  void theLengthOfANumberIsLimited() {
    assertEquals(Optional.empty(), convert("1".repeat(1_001), FieldType.NUMBER));
  }

  @Test
  void trueAndFalseAreBooleans() {
    assertEquals(
        Optional.of(new FieldValue(FieldType.BOOLEAN, "true")), convert("true", FieldType.BOOLEAN));
    assertEquals(
        Optional.of(new FieldValue(FieldType.BOOLEAN, "false")),
        convert("false", FieldType.BOOLEAN));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "True", "TRUE", " true", "t", "yes", "1", "0", "null"})
  void nothingElseIsABoolean(String text) {
    assertEquals(Optional.empty(), convert(text, FieldType.BOOLEAN));
  }

  @ParameterizedTest
  @CsvSource({
    "'{ \"a\" : [ 1.0, null ] }', '{\"a\":[1.0,null]}'",
    "'[]', '[]'",
    "'{\"a\":1,\"a\":2}', '{\"a\":2}'"
  })
  void aTextThatIsAnObjectOrArrayIsJson(String text, String json) {
    assertEquals(Optional.of(new FieldValue(FieldType.JSON, json)), convert(text, FieldType.JSON));
  }

  /** The last values exceed the limits of a push. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "5",
        "true",
        "null",
        "\"a\"",
        "{",
        "{a:1}",
        "[1,]",
        "[1] [2]",
        "[1],\"x\":[2]",
        "['a']",
        "[[[[]]]]",
        "[\"\\u0000\"]",
        "[\"\\ud83d\"]",
        "[1e400]",
        "[\"123456789012345678\"]"
      })
  void nothingElseIsJson(String text) {
    assertEquals(Optional.empty(), convert(text, FieldType.JSON));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "5", "-0.10", "true", "{\"a\":[1,null]}", "longer than a push may be"})
  void everyValueIsConvertedToText(String text) {
    assertEquals(Optional.of(new FieldValue(FieldType.TEXT, text)), convert(text, FieldType.TEXT));
  }
}
