package dev.shopwire.common.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonParser;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBodyTest {
  private static String text(String hex) {
    return JsonBody.text(HexFormat.of().parseHex(hex));
  }

  private static Failure failureOf(String json) {
    return assertThrows(Failure.class, () -> JsonBody.tree(json));
  }

  private static int tokens(JsonParser parser) throws IOException {
    int tokens = 0;
    while (parser.nextToken() != null) {
      tokens++;
    }
    return tokens;
  }

  @Test
  void aBodyIsReadAsUtf8() {
    String body = "{\"a\":\"ü😀\"}";
    assertEquals(body, JsonBody.text(body.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void aByteOrderMarkBeforeTheBodyIsSkippedOnce() {
    assertEquals("{}", text("efbbbf7b7d"));
    assertEquals("\ufeff{}", text("efbbbfefbbbf7b7d"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"7b2261223a22ff227d", "c3", "c080", "eda080", "f4908080", "fffe7b007d00"})
  void bytesThatAreNotUtf8AreMalformed(String hex) {
    Failure failure = assertThrows(Failure.class, () -> text(hex));
    assertEquals(Code.MALFORMED, failure.code());
    assertEquals("malformed_json", failure.reason());
    assertEquals("The body is not valid UTF-8", failure.message());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "20", "0d0a09"})
  void anEmptyBodyIsReportedAsMalformed(String hex) {
    Failure failure = assertThrows(Failure.class, () -> text(hex));
    assertEquals(Code.MALFORMED, failure.code());
    assertEquals("The body is empty, expected JSON", failure.message());
  }

  @Test
  void malformedJsonIsReportedWithItsPositionButWithoutTheParsersMessage() {
    Failure failure = failureOf("{\"a\": 1,\n  \"b\" 2}");
    assertEquals(Code.MALFORMED, failure.code());
    assertEquals("malformed_json", failure.reason());
    assertEquals("The body is not valid JSON (line 2, column 7)", failure.message());
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1", "{\"a\":tru}", "[1] 2", "\"\\x\"", "[01]", "[NaN]", "[+1]", "[.5]"})
  void everySyntaxErrorIsReportedWithItsPosition(String json) {
    Failure failure = failureOf(json);
    assertEquals(Code.MALFORMED, failure.code());
    assertTrue(failure.message().matches(".* \\(line 1, column \\d+\\)"), failure::message);
    assertFalse(failure.message().contains("jackson"), failure::message);
  }

  @Test
  void aTreeThatIsTooDeepIsInvalidButNotMalformed() {
    Failure failure = failureOf("{\"a\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}");
    assertEquals(Code.INVALID, failure.code());
    assertEquals("too_deep", failure.reason());
    assertTrue(
        String.valueOf(failure.errors().get(0).pointer()).startsWith("/a/0/0/0"), failure::message);
  }

  @Test
  void aBodyThatIsTooDeepForAReaderIsInvalidButNotMalformed() {
    int depth = 100_001;
    String json = "[".repeat(depth) + "]".repeat(depth);
    Failure failure = assertThrows(Failure.class, () -> JsonBody.read(json, JsonBodyTest::tokens));
    assertEquals(Code.INVALID, failure.code());
    assertEquals("too_large", failure.reason());
  }

  @Test
  void aNumberWithTooManyDigitsIsInvalid() {
    Failure failure = failureOf("{\"a\":{\"b\":" + "7".repeat(1_001) + "}}");
    assertEquals(Code.INVALID, failure.code());
    assertEquals("invalid_number", failure.reason());
    assertEquals("/a/b", failure.errors().get(0).pointer());
    assertTrue(failure.message().contains("1,000 characters"), failure::message);
  }

  @Test
  void aNameMayBeAsLongAsABody() {
    String name = "n".repeat(100_000);
    assertEquals(1, JsonBody.tree("{\"" + name + "\":1}").size());
  }

  @Test
  void aByteOrderMarkAloneIsAnEmptyBody() {
    Failure failure =
        assertThrows(Failure.class, () -> JsonBody.text("\ufeff".getBytes(StandardCharsets.UTF_8)));
    assertEquals(Code.MALFORMED, failure.code());
  }

  @Test
  void aNumberWithManyDigitsKeepsAllOfThem() {
    String digits = "7".repeat(999);
    assertEquals("[" + digits + "]", JsonBody.tree("[" + digits + "]").toString());
    assertEquals("[1.50]", JsonBody.tree("[1.50]").toString());
  }

  @ParameterizedTest
  @CsvSource({
    "'1e99999999999', ''",
    "'{\"a\":1e99999999999}', /a",
    "'{\"a\":1e-99999999999}', /a",
    "'{\"a\":-0e99999999999}', /a",
    "'{\"ok\":1e5,\"a\":{\"b\":[1,{\"c/d\":1E+99999999999}]}}', /a/b/1/c~1d"
  })
  void anExponentOutOfRangeIsInvalidAndReportedWithItsPointer(String json, String pointer) {
    Failure failure = failureOf(json);
    assertEquals(Code.INVALID, failure.code());
    assertEquals("invalid_number", failure.reason());
    assertEquals(pointer, failure.errors().get(0).pointer());
  }

  @Test
  void anUnpairedSurrogateIsReplacedByTheMark() {
    assertEquals(LoneSurrogates.MARK, JsonBody.tree("[\"\\ud83d\"]").get(0).textValue());
    assertEquals("😀", JsonBody.tree("[\"\\ud83d\\ude00\"]").get(0).textValue());
    assertEquals(LoneSurrogates.MARK, JsonBody.tree("{\"\\ude00\":1}").fieldNames().next());
  }

  @Test
  void theLastOfTwoFieldsWithTheSameNameCounts() {
    assertEquals("{\"a\":2}", JsonBody.tree("{\"a\":1,\"a\":2}").toString());
  }

  @Test
  void aReaderSeesEveryToken() {
    assertEquals(6, JsonBody.read("{\"a\":[1]}", JsonBodyTest::tokens));
  }
}
