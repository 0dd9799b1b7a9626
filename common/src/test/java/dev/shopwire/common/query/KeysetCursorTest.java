package dev.shopwire.common.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Failure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Cursors are good for the list that gave them and for no other. */
class KeysetCursorTest {
  private static final CursorSeal SEAL = CursorSeal.of(new UUID(1, 2));
  private static final AppScope CALLER = new AppScope(1, 2);
  private static final List<String> QUESTION = List.of("a", "", "b");
  private static final KeysetCursor PLACE =
      new KeysetCursor(
          -62_135_596_800_000_001L, UUID.fromString("ffffffff-0000-4000-8000-0000000000ff"));

  private static Optional<KeysetCursor> read(String text, AppScope caller, List<String> question) {
    Query query = new Query(Map.of("cursor", text), SEAL);
    return KeysetCursor.read(query, query.cursors(caller, question));
  }

  private static String text(CursorSeal seal) {
    return PLACE.text(new Query(Map.of(), seal).cursors(CALLER, QUESTION));
  }

  private static void assertRefused(String text, AppScope caller, List<String> question) {
    Failure failure = assertThrows(Failure.class, () -> read(text, caller, question));
    assertEquals("invalid_cursor", failure.reason());
  }

  @Test
  void aCursorLeadsBackToItsPlace() {
    assertEquals(Optional.of(PLACE), read(text(SEAL), CALLER, QUESTION));
    assertTrue(text(SEAL).matches("[A-Za-z0-9_-]+"));
  }

  @Test
  void oneSealedByAnotherInstallationIsRefused() {
    assertRefused(text(CursorSeal.of(new UUID(1, 3))), CALLER, QUESTION);
  }

  @Test
  void noCursorIsTheFirstPage() {
    assertEquals(Optional.empty(), read("", CALLER, QUESTION));
  }

  @Test
  void anotherAppOrQuestionRefusesIt() {
    String text = text(SEAL);
    assertRefused(text, new AppScope(1, 3), QUESTION);
    assertRefused(text, CALLER, List.of("a", "b", ""));
    assertRefused(text, CALLER, List.of("a", "", "b", ""));
    assertRefused(text, CALLER, List.of("", "a", "b"));
  }

  @Test
  void everyBrokenOneIsRefused() {
    String text = text(SEAL);
    for (int i = 0; i < text.length(); i++) {
      char other = text.charAt(i) == 'A' ? 'B' : 'A';
      String broken = text.substring(0, i) + other + text.substring(i + 1);
      assertRefused(broken, CALLER, QUESTION);
      assertRefused(text.substring(0, i) + "!", CALLER, QUESTION);
    }
    assertRefused(text + text, CALLER, QUESTION);
    assertRefused("50", CALLER, QUESTION);
  }
}
