package dev.shopwire.common.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StorableTextTest {
  private static final Optional<String> NUL = Optional.of("contains U+0000");
  private static final Optional<String> UNPAIRED = Optional.of("contains an unpaired surrogate");

  @Test
  void lengthCountsCodePoints() {
    assertEquals(0, StorableText.length(""));
    assertEquals(6, StorableText.length("Zürich"));
    assertEquals(2, StorableText.length("😀😀"));
    assertEquals(2, StorableText.length("e\u0301"));
    assertEquals(3, StorableText.length("a\ud800b"));
  }

  @Test
  void textThatPostgresqlAndUtf8CanStoreIsValid() {
    for (String text :
        List.of("", "plain", "Zürich", "日本", "😀", "a😀b😀", "\u0001\u007f\uffff\ufffe", "\n\t")) {
      assertEquals(Optional.empty(), StorableText.findProblem(text), text);
    }
  }

  @Test
  void theNullCharacterIsReportedAtAnyPosition() {
    for (String text : List.of("\u0000", "\u0000a", "a\u0000b", "a\u0000", "😀\u0000")) {
      assertEquals(NUL, StorableText.findProblem(text));
    }
  }

  @Test
  void anUnpairedSurrogateIsReportedAtAnyPosition() {
    for (String text :
        List.of(
            "\ud83d", // high alone
            "\ude00", // low alone
            "a\ud83d", // high at the end
            "\ud83da", // high before a letter
            "\ude00\ud83d", // wrong order
            "\ud83d\ud83d\ude00", // high before a pair
            "a" + LoneSurrogates.MARK, // its replacement in JSON
            "😀\ude00")) { // low after a pair
      assertEquals(UNPAIRED, StorableText.findProblem(text));
    }
  }
}
