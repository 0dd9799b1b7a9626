package dev.shopwire.common.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumericIdTest {
  @ParameterizedTest
  @CsvSource({"0, 0", "7, 7", "007, 7", "2147483648, 2147483648"})
  void digitsAreAnId(String text, long id) {
    assertEquals(Optional.of(id), NumericId.parse(text));
  }

  @ParameterizedTest
  @CsvSource("999999999999999999, 999999999999999999")
  void ofUpTo18Digits(String text, long id) {
    assertEquals(Optional.of(id), NumericId.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "x", "-1", "+1", "1.0", " 1", "1\n", "0x1", "٣", "1000000000000000000"})
  void anythingElseIsNone(String text) {
    assertEquals(Optional.empty(), NumericId.parse(text));
  }
}
