package dev.shopwire.common.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoneSurrogatesTest {
  @ParameterizedTest
  @CsvSource({
    "\\ud83d, \\u0000\\u0001",
    "\\uDE00, \\u0000\\u0001",
    "a\\ud83db, a\\u0000\\u0001b",
    "\\ude00\\ud83d, \\u0000\\u0001\\u0000\\u0001",
    "\\ud83d\\ud83d\\ude00, \\u0000\\u0001\\ud83d\\ude00",
    "\\ud83d\\ude00\\ude00, \\ud83d\\ude00\\u0000\\u0001",
    "\\ud83d\\n\\ude00, \\u0000\\u0001\\n\\u0000\\u0001",
    "\\ud83d\\u0041, \\u0000\\u0001\\u0041",
    "\\\\\\ud83d, \\\\\\u0000\\u0001"
  })
  void anUnpairedSurrogateIsReplacedByTheMark(String json, String expected) {
    assertEquals(expected, LoneSurrogates.replace(json));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{\"a\":1}",
        "\\ud83d\\ude00",
        "\\uD83D\\uDE00\\uD83D\\uDE01",
        "\\\\ud83d", // a backslash, then letters
        "\\\\\\\\ud83d",
        "\\\"\\n\\u0041\\ud7ff\\ue000",
        "ud83d",
        "😀ü",
        "\\",
        "\\u",
        "\\ud83",
        "\\ud83g",
        "\\Ud83d"
      })
  void anythingElseIsUnchanged(String json) {
    assertEquals(json, LoneSurrogates.replace(json));
  }
}
