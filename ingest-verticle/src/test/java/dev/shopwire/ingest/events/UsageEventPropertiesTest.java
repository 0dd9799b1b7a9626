package dev.shopwire.ingest.events;

import static dev.shopwire.ingest.events.ReadBodies.batch;
import static dev.shopwire.ingest.events.ReadBodies.errors;
import static dev.shopwire.ingest.events.ReadBodies.event;
import static dev.shopwire.ingest.events.ReadBodies.goodEvent;
import static dev.shopwire.ingest.events.ReadBodies.read;
import static dev.shopwire.ingest.events.ReadBodies.summary;
import static dev.shopwire.ingest.events.ReadBodies.withFields;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.shopwire.common.json.Json;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how the reader stores the free-form properties of an event. */
class UsageEventPropertiesTest {
  private static final String REJECTED = "/properties invalid_properties";

  private static @Nullable String stored(String properties) {
    return event(withFields("\"properties\":" + properties)).properties();
  }

  private static String errorsOf(String properties) {
    return summary(withFields("\"properties\":" + properties));
  }

  private static String messageOf(String properties) {
    return errors(withFields("\"properties\":" + properties)).get(0).message();
  }

  @Test
  void everyDigitIsKept() {
    String numbers =
        "{\"id\":12345678901234567890,\"a\":0.1,\"b\":1.0,\"c\":1E5,\"d\":-0,\"e\":1e-7,"
            + "\"f\":1.10,\"g\":100000000000000000000000000000000000001,\"h\":[9007199254740993]}";
    assertEquals(numbers, stored(numbers));
  }

  @Test
  void theJsonIsCompactAndFieldsKeepTheirOrder() {
    assertEquals(
        "{\"z\":{\"b\":[1,true,false,null,\"x y\"],\"a\":{}},\"a\":[],\"\":\"\"}",
        stored(
            """
             { "z" : { "b" : [ 1 , true, false ,null,"x y" ], "a" : { } } ,
               "a" :\t[ ] , "" : "" }
            """));
  }

  @Test
  void stringsInAnyScriptAreKept() throws JsonProcessingException {
    String text = "{\"ü\":\"Zürich 日本 😀\",\"q\":\"\\\"\\\\\\n\\u0001\"}";
    assertEquals(Json.MAPPER.readTree(text), Json.MAPPER.readTree(String.valueOf(stored(text))));
    assertEquals("{\"A\":\"é\"}", stored("{\"\\u0041\":\"\\u00e9\"}"));
  }

  @Test
  void absentAndEmptyPropertiesAreDistinguished() {
    assertNull(event(withFields("\"path\":\"/\"")).properties());
    assertNull(stored("null"));
    assertEquals("{}", stored("{}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[{}]", "\"{}\"", "7", "1.5", "true"})
  void onlyAnObjectIsAccepted(String other) {
    assertEquals("/properties invalid_type", errorsOf(other));
  }

  /** {@code levels} nested objects, or arrays in an object. */
  private static String nested(int levels, boolean arrays, String innermost) {
    String open = arrays ? "[" : "{\"a\":";
    String close = arrays ? "]" : "}";
    int inner = levels - 1;
    return "{\"a\":" + open.repeat(inner) + innermost + close.repeat(inner) + "}";
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void propertiesNestAtMost8LevelsDeep(boolean arrays) {
    assertEquals(nested(8, arrays, "1"), stored(nested(8, arrays, "1")));
    assertEquals(nested(7, arrays, "{}"), stored(nested(7, arrays, "{}")));
    for (String tooDeep :
        List.of(
            nested(9, arrays, "1"), nested(8, arrays, "{}"), nested(8, arrays, "[[],{\"a\":1}]"))) {
      assertEquals(REJECTED, errorsOf(tooDeep));
      assertEquals("properties are nested deeper than 8", messageOf(tooDeep));
    }
  }

  @Test
  void siblingsDoNotAddToTheDepth() {
    String flat = "{\"a\":[" + "{\"b\":[[]]},".repeat(1_000) + "[]]}";
    assertEquals(flat, stored(flat));
  }

  private static String fields(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "\"m" + i + "\":" + i)
        .collect(Collectors.joining(",", "{", "}"));
  }

  @Test
  void propertiesHaveAtMost100Fields() {
    assertEquals(fields(100), stored(fields(100)));
    assertEquals(REJECTED, errorsOf(fields(101)));
    assertEquals("properties have more than 100 fields", messageOf(fields(101)));
  }

  @Test
  void onlyFieldsOfTheOutermostObjectAreCounted() {
    String nested = "{\"a\":" + fields(150) + ",\"b\":[" + fields(150) + "]}";
    assertEquals(nested, stored(nested));
  }

  /** {@code {"e":"…"}} of {@code bytes} bytes, padded with {@code c}. */
  private static String ofSize(int bytes, String c, int bytesOfC) {
    return "{\"e\":\"" + c.repeat((bytes - 8) / bytesOfC) + "\"}";
  }

  @ParameterizedTest
  @CsvSource({"x, 1", "ü, 2", "日, 3", "😀, 4"})
  void propertiesTakeAtMost32KibibytesOfUtf8(String c, int bytesOfC)
      throws JsonProcessingException {
    int limit = 32_768;
    String max = ofSize(limit, c, bytesOfC);
    assertEquals(Json.MAPPER.readTree(max), Json.MAPPER.readTree(String.valueOf(stored(max))));
    String tooLarge = max.substring(0, max.length() - 2) + "xxx\"}";
    assertEquals(REJECTED, errorsOf(tooLarge));
    assertEquals("properties are larger than 32768 bytes", messageOf(tooLarge));
  }

  @Test
  void oneByteMoreIsTooMuch() {
    String numbers = "{\"n\":[" + "1,".repeat(16_379) + "1]}";
    assertEquals(32_767, numbers.length());
    assertEquals(numbers, stored(numbers));
    assertEquals(numbers.replace("1]", "12]"), stored(numbers.replace("1]", "12]")));
    assertEquals(REJECTED, errorsOf(numbers.replace("1]", "123]")));
    String name = "x".repeat(32_764);
    assertEquals("{\"" + name.substring(2) + "\":1}", stored("{\"" + name.substring(2) + "\":1}"));
    assertEquals(REJECTED, errorsOf("{\"" + name + "\":1}"));
  }

  @Test
  void whitespaceAndEscapesOfTheBodyDoNotCount() {
    assertEquals("{\"a\":1}", stored("{" + " ".repeat(40_000) + "\"a\":\n1}"));
    assertEquals(
        "{\"a\":\"" + "A".repeat(10_000) + "\"}",
        stored("{\"a\":\"" + "\\u0041".repeat(10_000) + "\"}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":\"\\u0000\"}",
        "{\"a\":\"x\\u0000y\"}",
        "{\"\\u0000\":1}",
        "{\"a\":{\"b\\u0000\":1}}",
        "{\"a\":[[\"\\u0000\"]]}"
      })
  void theNullCharacterIsRejectedInKeysAndValues(String properties) {
    assertTrue(errorsOf(properties).matches("/properties/.* invalid_text"), errorsOf(properties));
    assertTrue(messageOf(properties).endsWith("contains U+0000"), messageOf(properties));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":\"\\ud83d\"}",
        "{\"a\":\"\\ude00x\"}",
        "{\"a\":\"\\ude00\\ud83d\"}",
        "{\"a\":[\"\\ud83d \\ude00\"]}",
        "{\"\\ud83d\":1}",
        "{\"\\ude00\":1}",
        "{\"a\":{\"\\ud83dx\":1}}",
        "{\"\\ud83d\\ud83d\\ude00\":1}"
      })
  void anUnpairedSurrogateIsRejectedInKeysAndValues(String properties) {
    assertTrue(errorsOf(properties).matches("/properties/.* invalid_text"), errorsOf(properties));
    assertTrue(
        messageOf(properties).endsWith("contains an unpaired surrogate"), messageOf(properties));
  }

  @Test
  void anEscapedSurrogatePairIsDecoded() {
    assertEquals(
        "{\"\\\\ud83d😀\":\"😀\"}", stored("{\"\\\\ud83d\\ud83d\\ude00\":\"\\uD83D\\uDE00\"}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e309", "-1e400", "1e-400", "[[1e400]]", "{\"x\":1e400}"})
  void aNumberOutOfTheRangeOfADoubleIsRejected(String number) {
    assertEquals(REJECTED, errorsOf("{\"n\":" + number + "}"));
  }

  @Test
  void aNumberWith1001DigitsIsRejected() {
    assertEquals(REJECTED, errorsOf("{\"n\":0." + "1".repeat(1_000) + "}"));
    assertTrue(messageOf("{\"n\":0." + "1".repeat(1_000) + "}").contains("1,000 characters"));
  }

  @Test
  void theLastOfDuplicateKeysCounts() throws JsonProcessingException {
    assertEquals(
        Json.MAPPER.readTree("{\"a\":{\"b\":3},\"c\":4}"),
        Json.MAPPER.readTree(
            String.valueOf(stored("{\"a\":1,\"c\":2,\"a\":{\"b\":0,\"b\":3},\"c\":4}"))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":[[[[[[[[[[1,{\"x\":[]}],2]]]]]]]],3],\"b\":{\"path\":\"/no\"}}",
        "{\"a\":\"\\u0000\",\"b\":[1,{\"c\":2}],\"d\":{}}",
        "{\"\\ud83d\":{\"b\":[1,2]},\"d\":{}}",
        "{\"n\":1e400,\"b\":[{}]}"
      })
  void contentAfterAnErrorIsReadAsUsual(String properties) {
    String invalid =
        "{\"properties\":" + properties + ",\"eventName\":\"x\",\"customerId\":\"a.example\"}";
    UsageEventRequest request = read(batch(invalid, goodEvent(1)));
    assertTrue(
        summary(request.errors()).matches("/events/0/properties\\S* invalid_(properties|text)"),
        summary(request.errors()));
    assertEquals(List.of(), request.warnings());
    assertEquals(1, request.events().size());
  }
}
