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

/** Tests that a cursor is valid only for the list that issued it. */
class KeysetCursorTest {
  private static final CursorSigner SEAL = CursorSigner.of(new UUID(1, 2));
  private static final AppScope CALLER = new AppScope(1, 2);
  private static final List<String> CRITERIA = List.of("a", "", "b");
  private static final KeysetCursor POSITION =
      new KeysetCursor(
          -62_135_596_800_000_001L, UUID.fromString("ffffffff-0000-4000-8000-0000000000ff"));

  private static Optional<KeysetCursor> decode(String text, AppScope app, List<String> criteria) {
    Query query = new Query(Map.of("cursor", text), SEAL);
    return KeysetCursor.read(query, query.cursors(app, criteria));
  }

  private static String encode(CursorSigner signer) {
    return POSITION.encode(new Query(Map.of(), signer).cursors(CALLER, CRITERIA));
  }

  private static void assertRejected(String text, AppScope app, List<String> criteria) {
    Failure failure = assertThrows(Failure.class, () -> decode(text, app, criteria));
    assertEquals("invalid_cursor", failure.reason());
  }

  @Test
  void aCursorIsReadBack() {
    assertEquals(Optional.of(POSITION), decode(encode(SEAL), CALLER, CRITERIA));
    assertTrue(encode(SEAL).matches("[A-Za-z0-9_-]+"));
  }

  @Test
  void aCursorOfAnotherInstallationIsRejected() {
    assertRejected(encode(CursorSigner.of(new UUID(1, 3))), CALLER, CRITERIA);
  }

  @Test
  void noCursorIsTheFirstPage() {
    assertEquals(Optional.empty(), decode("", CALLER, CRITERIA));
  }

  @Test
  void aCursorOfAnotherAppOrQueryIsRejected() {
    String text = encode(SEAL);
    assertRejected(text, new AppScope(1, 3), CRITERIA);
    assertRejected(text, CALLER, List.of("a", "b", ""));
    assertRejected(text, CALLER, List.of("a", "", "b", ""));
    assertRejected(text, CALLER, List.of("", "a", "b"));
  }

  @Test
  void everyModifiedCursorIsRejected() {
    String text = encode(SEAL);
    for (int i = 0; i < text.length(); i++) {
      char other = text.charAt(i) == 'A' ? 'B' : 'A';
      String broken = text.substring(0, i) + other + text.substring(i + 1);
      assertRejected(broken, CALLER, CRITERIA);
      assertRejected(text.substring(0, i) + "!", CALLER, CRITERIA);
    }
    assertRejected(text + text, CALLER, CRITERIA);
    assertRejected("50", CALLER, CRITERIA);
  }
}
