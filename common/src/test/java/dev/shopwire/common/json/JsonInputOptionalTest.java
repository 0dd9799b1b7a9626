package dev.shopwire.common.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.common.failure.ValidationError;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Readers of fields that may be absent, which keeps, or null, which clears. */
class JsonInputOptionalTest {
  private static JsonInput member(String value) {
    return JsonInput.of("{\"m\":" + value + "}", Map.of());
  }

  private static void assertFault(String pointer, String code, JsonInput input) {
    assertEquals(1, input.faults().size(), () -> input.faults().toString());
    ValidationError fault = input.faults().get(0);
    assertEquals(pointer + " " + code, fault.pointer() + " " + fault.code());
  }

  @Test
  void whatIsAbsentIsAbsentAndWhatIsNullIsNull() {
    JsonInput absent = JsonInput.of("{}", Map.of());
    assertEquals(PatchValue.absent(), absent.optionalString("m", 5));
    assertEquals(PatchValue.absent(), absent.optionalEmail("m", 5));
    assertEquals(PatchValue.absent(), absent.optionalBoolean("m"));
    assertEquals(PatchValue.absent(), absent.optionalStrings("m", 5, 5));
    assertEquals(List.of(), absent.faults());
    JsonInput cleared = member("null");
    assertEquals(PatchValue.of(null), cleared.optionalString("m", 5));
    assertEquals(PatchValue.of(null), cleared.optionalEmail("m", 5));
    assertEquals(PatchValue.of(null), cleared.optionalBoolean("m"));
    assertEquals(PatchValue.of(null), cleared.optionalStrings("m", 5, 5));
    assertEquals(List.of(), cleared.faults());
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", " a ", "abcde", "😀😀😀😀😀", "a\tb"})
  void aTextIsTakenAsItCame(String text) {
    JsonInput input = member("\"" + text.replace("\t", "\\t") + "\"");
    assertEquals(PatchValue.of(text), input.optionalString("m", 5));
    assertEquals(List.of(), input.faults());
  }

  @Test
  void anEmptyTextIsNull() {
    JsonInput empty = member("\"\"");
    assertEquals(PatchValue.of(null), empty.optionalString("m", 5));
    assertEquals(PatchValue.of(null), empty.optionalEmail("m", 5));
    assertEquals(PatchValue.of(null), member("\" \\t\"").optionalEmail("m", 5));
    assertEquals(List.of(), empty.faults());
  }

  @ParameterizedTest
  @CsvSource({
    "7, invalid_type",
    "true, invalid_type",
    "{}, invalid_type",
    "[\"a\"], invalid_type",
    "\"abcdef\", too_long",
    "\"😀😀😀😀😀😀\", too_long"
  })
  void aTextThatDoesNotFitIsAFaultAndReadsAsAbsent(String value, String code) {
    JsonInput input = member(value);
    assertEquals(PatchValue.absent(), input.optionalString("m", 5));
    assertFault("/m", code, input);
  }

  @ParameterizedTest
  @CsvSource({
    "a@b, a@b",
    "' ada@acme.example ', ada@acme.example",
    "ada+1@acme.example, ada+1@acme.example",
    "Ü@ß.example, Ü@ß.example"
  })
  void anEmailAddressIsTrimmedAndBelieved(String text, String email) {
    JsonInput input = member("\"" + text + "\"");
    assertEquals(PatchValue.of(email), input.optionalEmail("m", 320));
    assertEquals(List.of(), input.faults());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ada", "@", "a@", "@b", "a@b@c", "a b@c", "a@b c", "a\\n@b", "a@\\u0007"})
  void whatIsNoEmailAddressIsAFault(String text) {
    JsonInput input = member("\"" + text + "\"");
    assertEquals(PatchValue.absent(), input.optionalEmail("m", 320));
    assertFault("/m", "invalid_email", input);
  }

  @Test
  void anEmailAddressThatIsNoTextOrTooLongIsOneFault() {
    JsonInput number = member("7");
    assertEquals(PatchValue.absent(), number.optionalEmail("m", 320));
    assertFault("/m", "invalid_type", number);
    JsonInput longOne = member("\"" + "a".repeat(319) + "@b\"");
    assertEquals(PatchValue.absent(), longOne.optionalEmail("m", 320));
    assertFault("/m", "too_long", longOne);
  }

  @Test
  void aBooleanIsTrueOrFalse() {
    assertEquals(PatchValue.of(true), member("true").optionalBoolean("m"));
    assertEquals(PatchValue.of(false), member("false").optionalBoolean("m"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"true\"", "0", "1", "[]", "{}", "\"\""})
  void whatIsNoBooleanIsAFault(String value) {
    JsonInput input = member(value);
    assertEquals(PatchValue.absent(), input.optionalBoolean("m"));
    assertFault("/m", "invalid_type", input);
  }

  @Test
  void textsKeepTheirOrderAndLoseTheirDoubles() {
    JsonInput input = member("[\"b\",\"a\",\"b\",\" b\",\"A\"]");
    assertEquals(PatchValue.of(List.of("b", "a", " b", "A")), input.optionalStrings("m", 5, 5));
    assertEquals(PatchValue.of(List.of()), member("[]").optionalStrings("m", 5, 5));
    assertEquals(List.of(), input.faults());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"a\"", "{}", "{\"0\":\"a\"}", "7", "[\"1\",\"2\",\"3\"]"})
  void whatIsNoListOfTextsOrTooLongAListIsAFault(String value) {
    JsonInput input = member(value);
    assertEquals(PatchValue.absent(), input.optionalStrings("m", 2, 5));
    assertFault("/m", "invalid_type", input);
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "null", "\"\"", "\"abcdef\"", "[]"})
  void aBadItemIsNamedByItsPlace(String item) {
    JsonInput input = member("[\"ok\"," + item + "]");
    input.optionalStrings("m", 5, 5);
    assertFault("/m/1", "invalid_text", input);
  }

  @Test
  void everyBadItemIsNamed() {
    JsonInput input = member("[1,\"ok\",2]");
    input.optionalStrings("m", 5, 5);
    assertEquals(
        List.of("/m/0", "/m/2"), input.faults().stream().map(ValidationError::pointer).toList());
  }
}
