package dev.shopwire.common.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TextTest {
  private static final Optional<String> NUL = Optional.of("contains U+0000");
  private static final Optional<String> HALF_PAIR =
      Optional.of("contains half of a surrogate pair");

  @Test
  void lengthCountsCodePoints() {
    assertEquals(0, Text.length(""));
    assertEquals(6, Text.length("Zürich"));
    assertEquals(2, Text.length("😀😀"));
    assertEquals(2, Text.length("e\u0301"));
    assertEquals(3, Text.length("a\ud800b"));
  }

  @Test
  void whatPostgresqlAndUtf8CanHoldIsFine() {
    for (String text :
        List.of("", "plain", "Zürich", "日本", "😀", "a😀b😀", "\u0001\u007f\uffff\ufffe", "\n\t")) {
      assertEquals(Optional.empty(), Text.flaw(text), text);
    }
  }

  @Test
  void theNullCharacterIsNamedWhereverItStands() {
    for (String text : List.of("\u0000", "\u0000a", "a\u0000b", "a\u0000", "😀\u0000")) {
      assertEquals(NUL, Text.flaw(text));
    }
  }

  @Test
  void halfAPairIsNamedWhereverItStands() {
    for (String text :
        List.of(
            "\ud83d", // high alone
            "\ude00", // low alone
            "a\ud83d", // high at the end
            "\ud83da", // high before a letter
            "\ude00\ud83d", // the wrong way round
            "\ud83d\ud83d\ude00", // high before a pair
            "a" + LoneSurrogates.MARK, // what stands for one in JSON
            "😀\ude00")) { // low after a pair
      assertEquals(HALF_PAIR, Text.flaw(text));
    }
  }
}
