package dev.shopwire.enrichment.fields;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.common.json.JsonInput;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldValueTest {
  @ParameterizedTest
  @CsvSource({
    "1, 1, true",
    "1.0, 1, true",
    "1, 1.000, true",
    "1e2, 100, true",
    "-0, 0, true",
    "0.0, 0, true",
    "9007199254740993, 9007199254740992, false",
    "0.1, 0.10000000000000001, false",
    "1, 2, false"
  })
  void numbersAreComparedByTheirValue(String json, String stored, boolean same) {
    assertEquals(same, value(json).isSameAs(stored));
  }

  @ParameterizedTest
  @CsvSource({
    "\"1\", 1, true",
    "\"1.0\", 1, false",
    "\"a\", A, false",
    "\"a\", 'a ', false",
    "\"\", '', true",
    "true, true, true",
    "true, false, false"
  })
  void textsAndBooleansAreComparedByTheirText(String json, String stored, boolean same) {
    assertEquals(same, value(json).isSameAs(stored));
  }

  @ParameterizedTest
  @CsvSource({
    "'{ \"a\" : 1 }', '{\"a\":1}', true",
    "'{\"a\":1.0}', '{\"a\":1}', false",
    "'{\"b\":1,\"a\":2}', '{\"a\":2,\"b\":1}', false",
    "'[1,2]', '[2,1]', false"
  })
  void jsonIsComparedByItsCompactText(String json, String stored, boolean same) {
    assertEquals(same, value(json).isSameAs(stored));
  }

  private static FieldValue value(String json) {
    return FieldValue.of(JsonInput.of("{\"v\":" + json + "}", Map.of()).value("v"));
  }
}
