package dev.shopwire.automation.language;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.names.Vocabulary.Segment;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.JsonInput;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the limits of conditions: what is just allowed, and what is refused. */
class LimitsTest {
  private static final String EVERYONE = "{\"type\":\"everyone\"}";

  private static void assertFault(ValidationError expected, List<ValidationError> errors) {
    assertEquals(1, errors.size(), errors::toString);
    ValidationError error = errors.get(0);
    assertEquals(expected.code(), error.code());
    assertEquals(expected.pointer(), error.pointer());
    assertEquals(expected.position(), error.position());
    assertEquals(expected.length(), error.length());
  }

  private static ValidationError inText(String code, int position, int length) {
    return ValidationError.ofText("/text", position, length, code, "");
  }

  private static ValidationError inJson(String code, String pointer) {
    return new ValidationError(pointer, code, "");
  }

  private static String repeated(String part, String separator, int count) {
    return String.join(separator, Collections.nCopies(count, part));
  }

  @Test
  void aTextHasAtMost16384CodePoints() {
    String text = "name = \"" + "😀".repeat(16_384 - 9) + "\"";
    assertDoesNotThrow(() -> Written.ofText(text));
    assertFault(inText("too_long", 16_384, 1), Written.faultsOfText(text + " "));
    assertFault(inText("too_long", 16_384, 983_616), Written.faultsOfText("x".repeat(1_000_000)));
  }

  @Test
  void jsonIsAsLongAsItsTextMayBe() {
    String json = "{\"type\":\"member\",\"name\":\"name\",\"op\":\"=\",\"value\":\"%s\"}";
    assertDoesNotThrow(() -> Written.ofJson(json.formatted("😀".repeat(16_384 - 9))));
    assertFault(
        inJson("too_long", "/condition"),
        Written.faultsOfJson(json.formatted("😀".repeat(16_384 - 8))));
    assertFault(
        inJson("too_long", "/condition"),
        Written.faultsOfJson(json.formatted("x".repeat(900_000))));
  }

  @Test
  void aTreeHasAtMost100Leaves() {
    assertDoesNotThrow(() -> Written.ofText(repeated("everyone", " OR ", 100)));
    assertFault(
        inText("too_many_conditions", 1_200, 8),
        Written.faultsOfText(repeated("everyone", " OR ", 101)));
    assertFault(
        inText("too_many_conditions", 1_200, 8),
        Written.faultsOfText(repeated("everyone", " OR ", 1_300)));
    assertDoesNotThrow(() -> Written.ofJson("{\"all\":[" + repeated(EVERYONE, ",", 100) + "]}"));
    assertFault(
        inJson("too_many_conditions", "/condition/all/100"),
        Written.faultsOfJson("{\"all\":[" + repeated(EVERYONE, ",", 50_000) + "]}"));
  }

  @Test
  void aTreeIsAtMost16Deep() {
    assertDoesNotThrow(() -> Written.ofText("NOT ".repeat(15) + "everyone"));
    assertFault(inText("too_deep", 60, 3), Written.faultsOfText("NOT ".repeat(16) + "everyone"));
    assertFault(inText("too_deep", 60, 3), Written.faultsOfText("NOT ".repeat(4_000)));
    assertDoesNotThrow(() -> Written.ofText("(".repeat(15) + "everyone" + ")".repeat(15)));
    assertFault(inText("too_deep", 15, 1), Written.faultsOfText("(".repeat(16_000)));
    assertFault(inText("too_deep", 29, 3), Written.faultsOfText("(NOT".repeat(4_000)));
  }

  @Test
  void groupsWithoutParenthesesMakeATreeDeeperToo() {
    // Each step adds an OR and an AND, but only one pair of parentheses.
    assertDoesNotThrow(() -> Written.ofText(alternating(7) + ")".repeat(7)));
    assertFault(inText("too_deep", 194, 8), Written.faultsOfText(alternating(8) + ")".repeat(8)));
  }

  private static String alternating(int steps) {
    return "everyone OR everyone AND (".repeat(steps) + "everyone OR everyone";
  }

  @Test
  void jsonIsAtMost16Deep() {
    assertDoesNotThrow(() -> Written.ofJson("{\"not\":".repeat(15) + EVERYONE + "}".repeat(15)));
    assertFault(
        inJson("too_deep", "/condition" + "/not".repeat(16)),
        Written.faultsOfJson("{\"not\":".repeat(16) + EVERYONE + "}".repeat(16)));
    assertFault(
        inJson("too_deep", "/condition" + "/any/0".repeat(16)),
        Written.faultsOfJson("{\"any\":[".repeat(100) + EVERYONE + "]}".repeat(100)));
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 1_000, 99_000, 100_000, 120_000})
  void aBodyOfAnyDepthIsInvalid(int depth) {
    for (String open : List.of("{\"not\":", "{\"all\":[", "[", "{\"type\":\"field\",\"value\":[")) {
      String close = open.replaceAll("[^\\[{]", "").replace('{', '}').replace('[', ']');
      String reversed = new StringBuilder(close).reverse().toString();
      String body = "{\"condition\":" + open.repeat(depth) + "1" + reversed.repeat(depth) + "}";
      Failure failure =
          Assertions.assertThrows(
              Failure.class,
              () ->
                  ConditionReader.ofJson(JsonInput.strict(body).value("condition"))
                      .resolve(Samples.VOCABULARY, 0));
      assertEquals(422, failure.code().status());
      assertTrue(failure.errors().size() <= 2, () -> failure.errors().toString());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(",
        ")",
        "[",
        "\"",
        "\\",
        "NOT(",
        "9",
        "-",
        "1e",
        "#",
        ":",
        "cf:",
        "cf:a[",
        "everyone AND (",
        "everyone OR everyone AND (",
        "event:a performed where (",
        "cf:a in (",
        "cf:a in (1,",
        "a/",
        "\u0000",
        "\ud800",
        "between 1 and ",
        "x between ",
        "NOT x ",
        "a.",
        "2026-11-21T",
        "1.1"
      })
  void noTextIsABugBecauseItIsLong(String piece) {
    String text = piece.repeat(16_384 / piece.length());
    for (String before :
        List.of("", "name = ", "cf:", "NOT ", "event:a ", "cf:setup[x] between ")) {
      String all = (before + text).substring(0, 16_384 - 20);
      assertIsReadOrRefused(all);
    }
  }

  private static void assertIsReadOrRefused(String text) {
    try {
      Written.ofText(text);
    } catch (Failure failure) {
      assertTrue(failure.errors().size() <= 1_000);
    }
  }

  @Test
  void inTakesAtMost100Values() {
    assertDoesNotThrow(() -> Written.ofText("name in (" + repeated("a", ",", 100) + ")"));
    assertFault(
        inText("too_many_values", 209, 1),
        Written.faultsOfText("name in (" + repeated("a", ",", 102) + ")"));
    String json = "{\"type\":\"member\",\"name\":\"name\",\"op\":\"in\",\"value\":[%s]}";
    assertDoesNotThrow(() -> Written.ofJson(json.formatted(repeated("\"a\"", ",", 100))));
    assertFault(
        inJson("too_many_values", "/condition/value"),
        Written.faultsOfJson(json.formatted(repeated("\"a\"", ",", 101))));
  }

  @Test
  void durationsAreFrom1mTo3650d() {
    for (String text : List.of("1m", "999999m", "87600h", "3650d", "521w", "000001h")) {
      assertDoesNotThrow(() -> Written.ofText("lastSeenAt within " + text));
    }
    for (String text : List.of("0m", "87601h", "3651d", "522w", "999999h", "0000001m")) {
      assertFault(
          inText("invalid_value", 18, text.length()),
          Written.faultsOfText("lastSeenAt within " + text));
    }
  }

  @Test
  void aPathHasAtMost1000Characters() {
    String path = repeated("a", ".", 500);
    assertDoesNotThrow(() -> Written.ofText("cf:setup[" + path + "a] is set"));
    assertFault(
        inText("invalid_value", 9, 1_001), Written.faultsOfText("cf:setup[" + path + ".b] is set"));
  }

  @Test
  void segmentsAreNestedAtMost5Deep() {
    Vocabulary chain = Samples.with(Samples.chain(6));
    assertDoesNotThrow(() -> Written.ofText("segment:s5", chain));
    assertFault(
        inText("nested_too_deep", 12, 10),
        Written.faults(() -> Written.ofText("everyone OR segment:s6", chain)));
  }

  @Test
  void aChangeMustNotNestTooDeepWhatNestsIt() {
    // s1 is nested 5 deep by s6; a segment of its own makes that 6.
    List<Segment> segments = new ArrayList<>(Samples.chain(6));
    segments.add(Samples.segment(7, "other"));
    Vocabulary vocabulary = Samples.with(segments);
    assertDoesNotThrow(() -> ConditionReader.ofText("everyone").resolve(vocabulary, 1));
    List<ValidationError> errors =
        Written.faults(() -> ConditionReader.ofText("segment:other").resolve(vocabulary, 1));
    assertFault(inText("nested_too_deep", 0, 13), errors);
    assertTrue(errors.get(0).message().contains("s6"), errors.get(0).message());
  }

  @Test
  void withNestedSegmentsAConditionHasAtMost200Leaves() {
    Vocabulary vocabulary =
        Samples.with(
            List.of(
                new Segment(1, "a", List.of(), 99, false),
                new Segment(2, "b", List.of(), 98, false),
                new Segment(3, "c", List.of(1L), 99, false),
                new Segment(4, "d", List.of(), 1, false),
                new Segment(5, "e", List.of(1L, 4L), 100, false),
                new Segment(6, "f", List.of(1L, 1L), 2, false)));
    assertDoesNotThrow(() -> Written.ofText("segment:a OR segment:a", vocabulary));
    assertDoesNotThrow(() -> Written.ofText("segment:a OR segment:b OR everyone", vocabulary));
    assertDoesNotThrow(() -> Written.ofText("segment:c OR everyone", vocabulary));
    assertFault(
        inText("too_many_conditions", 0, 46),
        Written.faults(
            () -> Written.ofText("segment:a OR segment:b OR everyone OR everyone", vocabulary)));
    assertFault(
        inText("too_many_conditions", 0, 35),
        Written.faults(() -> Written.ofText("segment:c OR everyone OR segment:d ", vocabulary)));
    // What is nested twice counts twice.
    assertFault(
        inText("too_many_conditions", 0, 9),
        Written.faults(() -> Written.ofText("segment:f", vocabulary)));
    List<ValidationError> ofUser =
        Written.faults(() -> ConditionReader.ofText("everyone OR everyone").resolve(vocabulary, 4));
    assertFault(inText("too_many_conditions", 0, 20), ofUser);
    assertTrue(ofUser.get(0).message().contains("the segment e"), ofUser.get(0).message());
  }

  @Test
  void segmentsMustNotNestEachOther() {
    Vocabulary chain = Samples.with(Samples.chain(4));
    assertDoesNotThrow(() -> ConditionReader.ofText("segment:s3").resolve(chain, 4));
    List<ValidationError> ring =
        Written.faults(
            () -> ConditionReader.ofText("NOT segment:s3 AND segment:#1").resolve(chain, 1));
    assertEquals(2, ring.size());
    assertEquals("segment_cycle", ring.get(0).code());
    assertEquals(4, ring.get(0).position());
    assertEquals("Segments nest each other: s1 → s3 → s2 → s1", ring.get(0).message());
    assertEquals("Segments nest each other: s1 → s1", ring.get(1).message());
  }
}
