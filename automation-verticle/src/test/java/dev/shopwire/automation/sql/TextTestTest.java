package dev.shopwire.automation.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.automation.conditions.Operator;
import dev.shopwire.automation.conditions.Value;
import dev.shopwire.automation.conditions.Value.TextValue;
import dev.shopwire.automation.conditions.ValueTest;
import dev.shopwire.common.postgres.SqlParameters;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TextTestTest {
  private static final String LONG = "\uD83D\uDE00".repeat(TextTest.INDEXED + 1);

  private final SqlScope scope =
      new SqlScope(1, Instant.EPOCH, ZoneOffset.UTC, Map.of(), List.of(), new SqlParameters());

  private TextTest test(Operator operator, String... texts) {
    return TextTest.of(
        scope,
        new ValueTest(
            operator, Arrays.stream(texts).map(text -> (Value) new TextValue(text)).toList()));
  }

  @Test
  void theEndOfARangeIsTheFirstTextAfterAllWithThePrefix() {
    assertEquals(Optional.of("ac"), TextTest.textAfter("ab"));
    assertEquals(Optional.of("b"), TextTest.textAfter("a\uDBFF\uDFFF"));
    assertEquals(Optional.of("a\uE000"), TextTest.textAfter("a\uD7FF"));
    assertEquals(Optional.of("\uD83D\uDE01"), TextTest.textAfter("\uD83D\uDE00"));
    assertEquals(Optional.empty(), TextTest.textAfter("\uDBFF\uDFFF"));
    assertEquals(Optional.empty(), TextTest.textAfter(""));
  }

  @Test
  void charactersAreCountedByCodePoints() {
    assertEquals(true, test(Operator.IN, "a", "\uD83D\uDE00".repeat(100)).needsShortText());
    assertEquals(false, test(Operator.IN, "a", LONG).needsShortText());
    assertEquals(true, test(Operator.EQUALS, LONG).needsLongText());
    assertEquals(false, test(Operator.STARTS_WITH, "a").needsShortText());
    assertEquals(true, test(Operator.STARTS_WITH, LONG).needsLongText());
  }

  @Test
  void onlyAsciiLettersAreFolded() {
    TextTest.ofFolded(scope, ValueTest.of(Operator.EQUALS, new TextValue("AZ\u00C4["))).any("t");
    assertEquals("az\u00C4[", scope.parameters().tuple().getString(0));
  }

  @Test
  void anEmptyPrefixIsThatOfEveryText() {
    assertEquals("t >= $1::text", test(Operator.STARTS_WITH, "").indexed("t"));
  }
}
