package dev.shopwire.common.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.common.failure.ValidationError;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests readers of optional fields: an absent field keeps the stored value, null clears it. */
class JsonInputOptionalTest {
  private static JsonInput field(String value) {
    return JsonInput.of("{\"m\":" + value + "}", Map.of());
  }

  private static void assertError(String pointer, String code, JsonInput input) {
    assertEquals(1, input.errors().size(), () -> input.errors().toString());
    ValidationError error = input.errors().get(0);
    assertEquals(pointer + " " + code, error.pointer() + " " + error.code());
  }

  @Test
  void absentAndNullFieldsAreDistinguished() {
    JsonInput absent = JsonInput.of("{}", Map.of());
    assertEquals(PatchValue.absent(), absent.optionalString("m", 5));
    assertEquals(PatchValue.absent(), absent.optionalEmail("m", 5));
    assertEquals(PatchValue.absent(), absent.optionalBoolean("m"));
    assertEquals(PatchValue.absent(), absent.optionalStrings("m", 5, 5));
    assertEquals(List.of(), absent.errors());
    JsonInput cleared = field("null");
    assertEquals(PatchValue.of(null), cleared.optionalString("m", 5));
    assertEquals(PatchValue.of(null), cleared.optionalEmail("m", 5));
    assertEquals(PatchValue.of(null), cleared.optionalBoolean("m"));
    assertEquals(PatchValue.of(null), cleared.optionalStrings("m", 5, 5));
    assertEquals(List.of(), cleared.errors());
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", " a ", "abcde", "😀😀😀😀😀", "a\tb"})
  void aStringIsReadUnchanged(String text) {
    JsonInput input = field("\"" + text.replace("\t", "\\t") + "\"");
    assertEquals(PatchValue.of(text), input.optionalString("m", 5));
    assertEquals(List.of(), input.errors());
  }

  @Test
  void anEmptyStringIsReadAsNull() {
    JsonInput empty = field("\"\"");
    assertEquals(PatchValue.of(null), empty.optionalString("m", 5));
    assertEquals(PatchValue.of(null), empty.optionalEmail("m", 5));
    assertEquals(PatchValue.of(null), field("\" \\t\"").optionalEmail("m", 5));
    assertEquals(List.of(), empty.errors());
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
  void anInvalidStringIsAnErrorAndReadsAsAbsent(String value, String code) {
    JsonInput input = field(value);
    assertEquals(PatchValue.absent(), input.optionalString("m", 5));
    assertError("/m", code, input);
  }

  @ParameterizedTest
  @CsvSource({
    "a@b, a@b",
    "' ada@acme.example ', ada@acme.example",
    "ada+1@acme.example, ada+1@acme.example",
    "Ü@ß.example, Ü@ß.example"
  })
  void anEmailAddressIsTrimmedButNotVerified(String text, String email) {
    JsonInput input = field("\"" + text + "\"");
    assertEquals(PatchValue.of(email), input.optionalEmail("m", 320));
    assertEquals(List.of(), input.errors());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ada", "@", "a@", "@b", "a@b@c", "a b@c", "a@b c", "a\\n@b", "a@\\u0007"})
  void anInvalidEmailAddressIsAnError(String text) {
    JsonInput input = field("\"" + text + "\"");
    assertEquals(PatchValue.absent(), input.optionalEmail("m", 320));
    assertError("/m", "invalid_email", input);
  }

  @Test
  void anEmailAddressThatIsNotAStringOrTooLongIsOneError() {
    JsonInput number = field("7");
    assertEquals(PatchValue.absent(), number.optionalEmail("m", 320));
    assertError("/m", "invalid_type", number);
    JsonInput tooLong = field("\"" + "a".repeat(319) + "@b\"");
    assertEquals(PatchValue.absent(), tooLong.optionalEmail("m", 320));
    assertError("/m", "too_long", tooLong);
  }

  @Test
  void aBooleanIsTrueOrFalse() {
    assertEquals(PatchValue.of(true), field("true").optionalBoolean("m"));
    assertEquals(PatchValue.of(false), field("false").optionalBoolean("m"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"true\"", "0", "1", "[]", "{}", "\"\""})
  void anInvalidBooleanIsAnError(String value) {
    JsonInput input = field(value);
    assertEquals(PatchValue.absent(), input.optionalBoolean("m"));
    assertError("/m", "invalid_type", input);
  }

  @Test
  void stringsKeepTheirOrderWithoutDuplicates() {
    JsonInput input = field("[\"b\",\"a\",\"b\",\" b\",\"A\"]");
    assertEquals(PatchValue.of(List.of("b", "a", " b", "A")), input.optionalStrings("m", 5, 5));
    assertEquals(PatchValue.of(List.of()), field("[]").optionalStrings("m", 5, 5));
    assertEquals(List.of(), input.errors());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"a\"", "{}", "{\"0\":\"a\"}", "7", "[\"1\",\"2\",\"3\"]"})
  void aListThatIsTooLongOrNotAListIsAnError(String value) {
    JsonInput input = field(value);
    assertEquals(PatchValue.absent(), input.optionalStrings("m", 2, 5));
    assertError("/m", "invalid_type", input);
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "null", "\"\"", "\"abcdef\"", "[]"})
  void anInvalidItemIsReportedWithItsPointer(String item) {
    JsonInput input = field("[\"ok\"," + item + "]");
    input.optionalStrings("m", 5, 5);
    assertError("/m/1", "invalid_text", input);
  }

  @Test
  void everyInvalidItemIsReported() {
    JsonInput input = field("[1,\"ok\",2]");
    input.optionalStrings("m", 5, 5);
    assertEquals(
        List.of("/m/0", "/m/2"), input.errors().stream().map(ValidationError::pointer).toList());
  }
}
