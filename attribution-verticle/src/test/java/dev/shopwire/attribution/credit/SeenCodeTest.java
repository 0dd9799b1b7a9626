package dev.shopwire.attribution.credit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SeenCodeTest {
  @Test
  void aCodeIsKeptAsSent() {
    assertEquals(new SeenCode(" jane10\u00a0", false), SeenCode.of(" jane10\u00a0"));
    assertEquals("jane10", SeenCode.of("\ufeffJANE10 ").normalized());
    assertEquals(new SeenCode("a", false), SeenCode.of("a" + " ".repeat(400)));
  }

  @Test
  void aCodeThatIsTooLongIsTruncatedAndMatchesNoAffiliate() {
    assertEquals(new SeenCode("😀".repeat(200), true), SeenCode.of(" " + "😀".repeat(201) + " "));
    assertEquals(new SeenCode("a".repeat(200), false), SeenCode.of("a".repeat(200)));
    // Otherwise it would match the code that equals its truncated text.
    assertNull(SeenCode.of("a".repeat(201)).normalized());
  }

  @Test
  void aCodeFullOfBlanksIsReadInTime() {
    String blanks = " ".repeat(500_000);
    long start = System.nanoTime();
    assertTrue(SeenCode.of("a" + blanks + "b").truncated());
    assertTrue(System.nanoTime() - start < 1_000_000_000);
  }
}
