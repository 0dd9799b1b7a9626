package dev.shopwire.common.json;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonInputTest {
  private static JsonInput of(String body) {
    return JsonInput.of(JsonBody.text(body.getBytes(StandardCharsets.UTF_8)), Map.of());
  }

  private static List<ValidationError> errors(JsonInput input) {
    return assertThrows(Failure.class, input::throwIfInvalid).errors();
  }

  private static String summary(JsonInput input) {
    return errors(input).stream()
        .map(error -> error.pointer() + " " + error.code())
        .collect(Collectors.joining(", "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "{\"a\"", "{\"a\":1,}", "{} {}", "{}x", "{'a':1}", "nul", "a=b"})
  void invalidJsonIsMalformedAndTheParsersMessageIsHidden(String body) {
    Failure failure = assertThrows(Failure.class, () -> of(body));
    assertEquals(Code.MALFORMED, failure.code());
    assertEquals("malformed_json", failure.reason());
    assertTrue(
        failure.message().matches("The body is not valid JSON \\(line 1, column \\d+\\)"),
        failure::message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"7b2261223a22ff227d", "0000007b0000", "0000fffe7b000000"})
  void bytesThatAreNotUtf8AreMalformed(String bytes) {
    byte[] body = HexFormat.of().parseHex(bytes);
    Failure failure = assertThrows(Failure.class, () -> JsonInput.strict(body));
    assertEquals(Code.MALFORMED, failure.code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[{}]", "7", "\"x\"", "true", "null"})
  void aBodyThatIsNotAnObjectIsInvalid(String body) {
    Failure failure = assertThrows(Failure.class, () -> of(body));
    assertEquals(Code.INVALID, failure.code());
    assertEquals("invalid_type", failure.reason());
    assertEquals("", failure.errors().get(0).pointer());
  }

  @Test
  void aStringIsTrimmed() {
    JsonInput input = of("{\"name\":\" Acme Ltd \\n\"}");
    assertEquals("Acme Ltd", input.requiredString("name", 100));
    assertDoesNotThrow(input::throwIfInvalid);
  }

  @Test
  void theLastOfDuplicateFieldsCounts() {
    JsonInput input = of("{\"name\":7,\"name\":\"Acme\"}");
    assertEquals("Acme", input.requiredString("name", 100));
    assertDoesNotThrow(input::throwIfInvalid);
  }

  @Test
  void unknownFieldsAreIgnored() {
    JsonInput input = of("{\"name\":\"Acme\",\"other\":[1,{}]}");
    assertEquals("Acme", input.requiredString("name", 100));
    assertDoesNotThrow(input::throwIfInvalid);
  }

  @ParameterizedTest
  @CsvSource({
    "{}, required",
    "{\"name\":null}, required",
    "{\"name\":7}, invalid_type",
    "{\"name\":true}, invalid_type",
    "{\"name\":{}}, invalid_type",
    "{\"name\":[\"a\"]}, invalid_type",
    "{\"name\":\"\"}, invalid_length",
    "'{\"name\":\" \\t\"}', invalid_length",
    "{\"name\":\"abcdef\"}, invalid_length"
  })
  void anInvalidStringIsAnError(String body, String code) {
    JsonInput input = of(body);
    assertEquals("", input.requiredString("name", 5));
    assertEquals("/name " + code, summary(input));
  }

  @Test
  void lengthCountsCodePoints() {
    JsonInput input = of("{\"name\":\"😀😀😀😀😀\"}");
    assertEquals("😀😀😀😀😀", input.requiredString("name", 5));
    assertDoesNotThrow(input::throwIfInvalid);
  }

  @Test
  void aStringCanBeRequiredToMatchAPattern() {
    JsonInput input = of("{\"good\":\"my-app\",\"bad\":\"My App\"}");
    assertEquals("my-app", input.requiredString("good", 10, "[a-z-]+", "lower case"));
    assertDoesNotThrow(input::throwIfInvalid);
    assertEquals("", input.requiredString("bad", 10, "[a-z-]+", "lower case"));
    assertEquals("", input.requiredString("absent", 10, "[a-z-]+", "lower case"));
    assertEquals(
        List.of(
            new ValidationError("/bad", "invalid_form", "bad must be lower case"),
            new ValidationError("/absent", "required", "absent is required")),
        errors(input));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"n\":null}"})
  void anAbsentNumberIsEmpty(String body) {
    JsonInput input = of(body);
    assertEquals(Optional.empty(), input.optionalPositiveInt("n", 10));
    assertDoesNotThrow(input::throwIfInvalid);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 10})
  void aWholeNumberInRangeIsRead(int number) {
    JsonInput input = of("{\"n\":" + number + "}");
    assertEquals(Optional.of(number), input.optionalPositiveInt("n", 10));
    assertDoesNotThrow(input::throwIfInvalid);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-1",
        "11",
        "1.5",
        "1.0",
        "1e0",
        "\"1\"",
        "true",
        "{}",
        "99999999999999999999"
      })
  void anyOtherNumberIsAnError(String number) {
    JsonInput input = of("{\"n\":" + number + "}");
    assertEquals(Optional.empty(), input.optionalPositiveInt("n", 10));
    assertEquals(
        List.of(
            new ValidationError("/n", "invalid_number", "n must be a whole number from 1 to 10")),
        errors(input));
  }

  @Test
  void fieldsOfAnObjectAreRead() {
    JsonInput input = of("{\"limits\":{\"requests\":5,\"events\":0}}");
    JsonInput limits = input.optionalObject("limits");
    assertEquals(Optional.of(5), limits.optionalPositiveInt("requests", 10));
    assertEquals(Optional.empty(), limits.optionalPositiveInt("events", 10));
    assertEquals("/limits/events invalid_number", summary(input));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"limits\":null}", "{\"limits\":{}}"})
  void anAbsentObjectIsEmpty(String body) {
    JsonInput input = of(body);
    assertEquals(
        Optional.empty(), input.optionalObject("limits").optionalPositiveInt("requests", 10));
    assertDoesNotThrow(input::throwIfInvalid);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[5]", "7", "\"x\"", "true"})
  void aValueThatIsNotAnObjectIsAnError(String value) {
    JsonInput input = of("{\"limits\":" + value + "}");
    assertEquals(
        Optional.empty(), input.optionalObject("limits").optionalPositiveInt("requests", 10));
    assertEquals("/limits invalid_type", summary(input));
  }

  @Test
  void allErrorsAreReportedTogether() {
    JsonInput input = of("{\"slug\":\"Not A Slug\",\"limits\":{\"requests\":\"x\"}}");
    input.requiredString("slug", 10, "[a-z]+", "lower case");
    input.requiredString("name", 10);
    input.optionalObject("limits").optionalPositiveInt("requests", 10);
    assertEquals(
        "/slug invalid_form, /name required, /limits/requests invalid_number", summary(input));
  }
}
