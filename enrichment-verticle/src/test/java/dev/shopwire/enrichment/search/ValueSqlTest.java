package dev.shopwire.enrichment.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.ZoneId;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the bounds of texts and times in conditions. */
class ValueSqlTest {
  private static final int[] CODE_POINTS = {'a', 'b', 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF};

  @Test
  void exactlyTheTextsBetweenAPrefixAndTheNextTextStartWithIt() {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      String prefix = text(random);
      String text = text(random);
      Optional<String> end = ValueSql.textAfter(prefix);
      boolean isBetween =
          compare(text, prefix) >= 0 && end.map(bound -> compare(text, bound) < 0).orElse(true);
      assertEquals(text.startsWith(prefix), isBetween, () -> prefix + " and " + text);
    }
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.appendCodePoint(CODE_POINTS[random.nextInt(CODE_POINTS.length)]);
    }
    return text.toString();
  }

  /** By code points, as PostgreSQL's collation "C" compares UTF-8. */
  private static int compare(String one, String other) {
    return java.util.Arrays.compare(one.codePoints().toArray(), other.codePoints().toArray());
  }

  @Test
  void aPrefixIsCutBetweenCharacters() {
    String astral = "\uD83D\uDE00".repeat(101);
    assertEquals("\uD83D\uDE00".repeat(100), ValueSql.prefix(astral));
    assertEquals("abc", ValueSql.prefix("abc"));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-29, 2026-03-28T23:00:00Z, 2026-03-29T22:00:00Z",
    "2026-10-25, 2026-10-24T22:00:00Z, 2026-10-25T23:00:00Z",
    "2026-03-29T02:30:00, 2026-03-29T02:30:00Z, 2026-03-29T02:30:00Z",
    "2026-03-29T02:30:00+02:00, 2026-03-29T00:30:00Z, 2026-03-29T00:30:00Z",
  })
  void aDateIsALocalDayAndAnInstantIsItself(String text, String start, String end) {
    TimeValue value = TimeValue.of(text, ZoneId.of("Europe/Zurich")).orElseThrow();
    assertEquals(start + " " + end, value.start() + " " + value.end());
  }

  @ParameterizedTest
  @CsvSource({"2026-02-30", "0000-01-01", "today", "20261123x", "''"})
  void anythingElseIsNoTime(String text) {
    assertEquals(Optional.empty(), TimeValue.of(text, ZoneId.of("UTC")));
  }
}
