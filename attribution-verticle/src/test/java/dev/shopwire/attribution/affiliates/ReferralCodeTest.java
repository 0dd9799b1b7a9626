package dev.shopwire.attribution.affiliates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferralCodeTest {
  @ParameterizedTest
  @CsvSource({
    "JANE10, jane10",
    "'  JANE10\t\n', jane10",
    "'\u2003JANE10\u2003', jane10",
    "'two  words', TWO  WORDS",
    "straße, STRASSE",
    "STRAẞE, straße",
    "'\u00a0NB\ufeff', nb",
    "ΟΔΟΣ, οδος",
    "οδοσ, οδος",
    "ǅ, ǆ",
    "\u212a10, k10",
    "a/b%25?, A/B%25?",
    "'', '  '"
  })
  void spellingsOfTheSameCodeAreEqual(String one, String other) {
    assertEquals(ReferralCode.normalize(one), ReferralCode.normalize(other));
  }

  @ParameterizedTest
  @CsvSource({"jane10, jane1O", "jane 10, jane10", "é, e", "jane-10, jane_10", "İ, i"})
  void differentCodesAreNotEqual(String one, String other) {
    assertNotEquals(ReferralCode.normalize(one), ReferralCode.normalize(other));
  }

  @Test
  void theDefaultLocaleDoesNotMatter() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr"));
      assertEquals("istanbul10", ReferralCode.normalize("ISTANBUL10"));
      assertEquals(ReferralCode.normalize("istanbul"), ReferralCode.normalize("ıstanbul"));
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void normalizationIsIdempotent() {
    for (int point = 1; point < Character.MAX_CODE_POINT; point++) {
      String normalized = ReferralCode.normalize("a" + Character.toString(point) + "b");
      assertEquals(
          normalized, ReferralCode.normalize(normalized), () -> "normalized: " + normalized);
      assertEquals(normalized, ReferralCode.normalize(normalized.toUpperCase(Locale.ROOT)));
    }
  }
}
