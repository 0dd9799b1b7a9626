package dev.shopwire.common.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnsubscribeTokensTest {
  private static final UnsubscribeLink LINK = new UnsubscribeLink(7, 3, 12, "jane@shop.example");

  private final UnsubscribeTokens tokens = UnsubscribeTokens.of(new UUID(1, 2));

  @Test
  void aTokenNamesWhatItWasMadeOf() {
    UnsubscribeLink longest =
        new UnsubscribeLink(
            Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, "\u754c".repeat(307) + "@shop.example");
    for (UnsubscribeLink link : new UnsubscribeLink[] {LINK, longest}) {
      String token = tokens.encode(link);
      assertTrue(token.matches("[A-Za-z0-9_-]+"), token);
      assertEquals(Optional.of(link), tokens.decode(token));
    }
  }

  @Test
  void aMessageHasTheSameTokenAlwaysAndNoTwoHaveOne() {
    assertEquals(tokens.encode(LINK), UnsubscribeTokens.of(new UUID(1, 2)).encode(LINK));
    assertNotEquals(
        tokens.encode(LINK).substring(0, 16),
        tokens.encode(new UnsubscribeLink(7, 3, 13, "jane@shop.example")).substring(0, 16));
  }

  @Test
  void itDisclosesNoAddress() {
    String bytes =
        new String(
            java.util.Base64.getUrlDecoder().decode(tokens.encode(LINK)),
            java.nio.charset.StandardCharsets.ISO_8859_1);
    assertFalse(bytes.contains("jane"), bytes);
  }

  @Test
  void whereverOneCharacterDiffersItIsNoToken() {
    String token = tokens.encode(LINK);
    for (int i = 0; i < token.length(); i++) {
      for (char other : new char[] {'A', 'B', 'f', '9', '-', '_'}) {
        String changed = token.substring(0, i) + other + token.substring(i + 1);
        assertEquals(
            changed.equals(token) ? Optional.of(LINK) : Optional.empty(), tokens.decode(changed));
      }
    }
  }

  @Test
  void whatAnotherInstallationIssuedIsNoToken() {
    assertEquals(
        Optional.empty(), tokens.decode(UnsubscribeTokens.of(new UUID(1, 3)).encode(LINK)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "AAAA", "a b", "%41", "\u754c", "====", "AAAAAAAAAAAAAAAAAAAA"})
  void otherTextIsNoToken(String text) {
    assertEquals(Optional.empty(), tokens.decode(text));
    assertEquals(Optional.empty(), tokens.decode(tokens.encode(LINK) + "x" + text));
    assertEquals(Optional.empty(), tokens.decode("A".repeat(100_000)));
  }
}
