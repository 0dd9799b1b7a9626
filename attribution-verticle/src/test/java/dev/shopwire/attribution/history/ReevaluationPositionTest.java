package dev.shopwire.attribution.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.OffsetDateTime;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReevaluationPositionTest {
  @Test
  void aCursorIsParsedToItsPosition() {
    ReevaluationPosition page = ReevaluationPosition.after(7);
    assertEquals(Optional.of(page), ReevaluationPosition.parse(page.text()));
    ReevaluationPosition row =
        page.afterRow(OffsetDateTime.parse("2026-01-02T03:04:05.678901Z"), 12);
    assertEquals("7_1767323045678901_12", row.text());
    assertEquals(Optional.of(row), ReevaluationPosition.parse(row.text()));
    ReevaluationPosition old = page.afterRow(OffsetDateTime.parse("1969-12-31T23:59:59.5Z"), 12);
    assertEquals(Optional.of(old), ReevaluationPosition.parse(old.text()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "x", "-1", "1_2", "1_2_3_4", "1__3", "9999999999999999999", "1_2_-3", "１"})
  void anyOtherTextIsNotACursor(String cursor) {
    assertEquals(Optional.empty(), ReevaluationPosition.parse(cursor));
  }
}
