package dev.shopwire.attribution.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.OffsetDateTime;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReevaluationPlaceTest {
  @Test
  void aCursorLeadsToThePlaceThatItWasMadeOf() {
    ReevaluationPlace page = ReevaluationPlace.after(7);
    assertEquals(Optional.of(page), ReevaluationPlace.parse(page.text()));
    ReevaluationPlace row = page.behind(OffsetDateTime.parse("2026-01-02T03:04:05.678901Z"), 12);
    assertEquals("7_1767323045678901_12", row.text());
    assertEquals(Optional.of(row), ReevaluationPlace.parse(row.text()));
    ReevaluationPlace old = page.behind(OffsetDateTime.parse("1969-12-31T23:59:59.5Z"), 12);
    assertEquals(Optional.of(old), ReevaluationPlace.parse(old.text()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "x", "-1", "1_2", "1_2_3_4", "1__3", "9999999999999999999", "1_2_-3", "１"})
  void nothingElseIsACursor(String cursor) {
    assertEquals(Optional.empty(), ReevaluationPlace.parse(cursor));
  }
}
