package dev.shopwire.webhook.signing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests stable JSON; the expected texts are the output of Node.js 20. */
class StableJsonTest {
  private static String stable(String json) {
    return String.valueOf(StableJson.fields("{\"x\":" + json + "}").get("x"));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0, 0",
    "-0.0, 0",
    "0e5, 0",
    "1.0, 1",
    "-1.50, -1.5",
    "0.1, 0.1",
    "1E5, 100000",
    "1e20, 100000000000000000000",
    "1e21, 1e+21",
    "-1.5e21, -1.5e+21",
    "1e-6, 0.000001",
    "1e-7, 1e-7",
    "-1.25e-7, -1.25e-7",
    "0.000001234, 0.000001234",
    "123456789012345, 123456789012345",
    "9007199254740991, 9007199254740991",
    "9007199254740993, 9007199254740992",
    "123456789012345678901234567890, 1.2345678901234568e+29",
    "123456789012345678901, 123456789012345680000",
    "1234567890.125, 1234567890.125",
    "2e-323, 2e-323",
    "5e-324, 5e-324",
    "4.9e-324, 5e-324",
    "1e-323, 1e-323",
    "1.5e-323, 1.5e-323",
    "2.2250738585072014e-308, 2.2250738585072014e-308",
    "1.7976931348623157e308, 1.7976931348623157e+308",
    "2e23, 2e+23",
    "5.684341886080802e-14, 5.684341886080802e-14",
    "1e400, null",
    "-1e400, null"
  })
  void numbersArePrintedAsByJavaScript(String number, String expected) {
    assertEquals(expected, stable(number));
  }

  @Test
  void arrayIndicesComeFirstInAscendingOrder() {
    assertEquals(
        "{\"0\":5,\"2\":2,\"10\":1,\"4294967294\":8,\"b\":3,\"-1\":4,\"01\":6,\"4294967295\":7,"
            + "\"1.5\":9,\"\":10,\"a\":11,\"99999999999\":12}",
        stable(
            "{\"b\":3,\"10\":1,\"2\":2,\"-1\":4,\"0\":5,\"01\":6,\"4294967295\":7,"
                + "\"4294967294\":8,\"1.5\":9,\"\":10,\"a\":11,\"99999999999\":12}"));
  }

  @Test
  void nestedObjectsAreOrderedToo() {
    assertEquals(
        "[{\"1\":{\"1\":[],\"a\":{}},\"2\":0}]", stable("[{\"2\":0,\"1\":{\"a\":{},\"1\":[]}}]"));
  }

  @Test
  void aDuplicateNameHasTheLastValueAtTheFirstPosition() {
    assertEquals(
        "{\"1\":true,\"a\":3,\"b\":2}", stable("{\"a\":1,\"1\":false,\"b\":2,\"a\":3,\"1\":true}"));
  }

  @Test
  void namesThatAreSpecialInJavaScriptAreOrdinaryNames() {
    String json = "{\"__proto__\":{\"a\":1},\"constructor\":null,\"toString\":\"\"}";
    assertEquals(json, stable(json));
  }

  @Test
  void onlyCharactersThatMustBeEscapedAre() {
    assertEquals(
        "\"/</script>\u007f\u0080\u2028\u2029\u00e9\ud83d\ude00\\\\\\\"\"",
        stable("\"\\/<\\/script>\u007f\u0080\\u2028\u2029\\u00e9\\ud83d\\ude00\\\\\\u0022\""));
    assertEquals(
        "\"\\b\\t\\n\\f\\r\\u0000\\u001f\\u000b\"",
        stable("\"\\u0008\\u0009\\u000a\\u000C\\u000d\\u0000\\u001F\\u000B\""));
  }

  @Test
  void anUnpairedSurrogateIsEscaped() {
    assertEquals("\"a\\udc00\\ud83db\"", stable("\"a\\uDC00\\uD83Db\""));
    assertEquals("{\"\\ud83d\":\"\\ud83d\"}", stable("{\"\ud83d\":\"\ud83d\"}"));
  }

  @Test
  void whitespaceIsRemoved() {
    assertEquals(
        "{\"a b\":[1,{\"c\":null},true,false,\" \"]}",
        stable(" { \"a b\" :\n[ 1 , {\"c\" : null} ,\ttrue,false , \" \" ] } "));
  }

  @Test
  void deeplyNestedJsonIsUnchanged() {
    String deep = "{\"1\":[".repeat(250) + "0" + "],\"a\":0}".repeat(250);
    assertEquals(deep, stable(deep));
  }

  @Test
  void aNumberThatPostgresqlPrintsInFullIsShortened() {
    assertEquals("1e+308", stable("1" + "0".repeat(308)));
    assertEquals("5e-324", stable("0." + "0".repeat(323) + "5"));
  }

  @Test
  void invalidJsonIsRejected() {
    for (String json : List.of("{\"a\":", "{\"a\":1,}", "{\"a\":01}", "{\"a\":NaN}")) {
      assertThrows(UncheckedIOException.class, () -> StableJson.fields(json));
    }
  }
}
