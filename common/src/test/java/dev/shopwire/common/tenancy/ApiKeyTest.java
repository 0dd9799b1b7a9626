package dev.shopwire.common.tenancy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeyTest {
  private static final String FORMAT = "sw_live_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}";
  private static final int ID_START = 8;
  private static final int SEPARATOR = 20;

  /** A key whose checksum was computed independently (Python's zlib.crc32, in base 62). */
  private static final String KNOWN = "sw_live_0123456789Az_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa2FormA";

  @Test
  void aNewKeyHasTheDocumentedFormat() {
    for (int i = 0; i < 1_000; i++) {
      String text = ApiKey.generate().reveal();
      assertTrue(text.matches(FORMAT), text);
      assertTrue(ApiKey.isPlausible(text), text);
    }
  }

  @Test
  void newKeysAreUnique() {
    long distinct =
        IntStream.range(0, 10_000).mapToObj(i -> ApiKey.generate().reveal()).distinct().count();
    assertEquals(10_000, distinct);
  }

  @Test
  void theChecksumIsCrc32InBase62() {
    assertTrue(ApiKey.isPlausible(KNOWN));
  }

  @Test
  void anySingleChangedCharacterOfTheIdTheSecretOrTheChecksumIsImplausible() {
    for (String key : List.of(KNOWN, ApiKey.generate().reveal())) {
      for (int at = ID_START; at < key.length(); at++) {
        if (at != SEPARATOR) {
          assertEveryChangeIsImplausible(key, at);
        }
      }
    }
  }

  private static void assertEveryChangeIsImplausible(String key, int at) {
    for (char c = '!'; c <= '~'; c++) {
      if (key.charAt(at) != c) {
        String changed = key.substring(0, at) + c + key.substring(at + 1);
        assertFalse(ApiKey.isPlausible(changed), changed);
      }
    }
  }

  @Test
  void twoSwappedNeighborsAreImplausible() {
    String key = ApiKey.generate().reveal();
    for (int at = SEPARATOR + 1; at + 1 < key.length(); at++) {
      if (key.charAt(at) != key.charAt(at + 1)) {
        String swapped =
            key.substring(0, at) + key.charAt(at + 1) + key.charAt(at) + key.substring(at + 2);
        assertFalse(ApiKey.isPlausible(swapped), swapped);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "fifteen-letters",
        "with a space in it",
        " leading-space-here",
        "a-tab-\t-in-the-text",
        "a-line-\n-in-the-text",
        "a-null-\u0000-in-the-text",
        "not-ascii-zürich-x",
        "a-delete-\u007f-in-the-text"
      })
  void malformedKeysAreImplausible(String key) {
    assertFalse(ApiKey.isPlausible(key));
    assertThrows(IllegalArgumentException.class, () -> ApiKey.chosen(key));
  }

  @Test
  void aChosenKeyHas16To200Characters() {
    assertFalse(ApiKey.isPlausible("x".repeat(15)));
    assertTrue(ApiKey.isPlausible("x".repeat(16)));
    assertTrue(ApiKey.isPlausible("x".repeat(200)));
    assertFalse(ApiKey.isPlausible("x".repeat(201)));
  }

  @Test
  void aChosenKeyIsUsedUnchanged() {
    String text = "my-own.key/with~signs!";
    ApiKey key = ApiKey.chosen(text);
    assertEquals(text, key.reveal());
    assertArrayEquals(ApiKey.hash(text), key.hash());
    assertTrue(key.id().matches("[0-9A-Za-z]{12}"), key.id());
    assertNotEquals(key.id(), key.id(), "a chosen key has no id of its own");
  }

  @Test
  void aChosenKeyInTheGeneratedFormatNeedsAValidChecksum() {
    assertEquals("0123456789Az", ApiKey.chosen(KNOWN).id());
    String wrong = KNOWN.substring(0, KNOWN.length() - 1) + "~";
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> ApiKey.chosen(wrong));
    assertFalse(String.valueOf(error.getMessage()).contains("aaaa"));
  }

  @Test
  void idAndPrefixArePartsOfTheKey() {
    ApiKey key = ApiKey.generate();
    assertEquals(key.reveal().substring(ID_START, SEPARATOR), key.id());
    assertEquals("sw_live_" + key.id(), key.prefix());
  }

  @Test
  void aKeyInALogLineHidesItsSecret() {
    ApiKey key = ApiKey.generate();
    String secret = key.reveal().substring(SEPARATOR + 1);
    assertEquals(key.prefix(), key.toString());
    assertFalse(("key " + key).contains(secret.substring(0, 4)));
    assertEquals("chosen", ApiKey.chosen("a-secret-of-a-test").toString());
    assertEquals("chosen", ApiKey.chosen("a-secret-of-a-test").prefix());
  }

  @Test
  void theHashIsSha256OfTheText() {
    assertEquals(
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        HexFormat.of().formatHex(ApiKey.hash("abc")));
    ApiKey key = ApiKey.generate();
    assertArrayEquals(ApiKey.hash(key.reveal()), key.hash());
  }

  @Test
  void randomTextHasTheRequestedLengthAndOnlyBase62Characters() {
    assertEquals("", ApiKey.random(0));
    String text = ApiKey.random(10_000);
    assertTrue(text.matches("[0-9A-Za-z]{10000}"));
    assertEquals(62, text.chars().distinct().count());
  }
}
