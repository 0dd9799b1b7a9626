package dev.shopwire.console.pages.affiliates;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how times that people enter become instants. */
class LocalTimesTest {
  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");

  @ParameterizedTest
  @CsvSource({
    "2030-12-31 18:00, 2030-12-31T23:00:00Z",
    "2030-06-30T18:00:05, 2030-06-30T22:00:05Z",
    // The hour that occurs twice, and the one that doesn't occur.
    "2026-11-01 01:30, 2026-11-01T05:30:00Z",
    "2026-03-08 02:30, 2026-03-08T07:30:00Z"
  })
  void timesAreThoseOfTheZone(String text, String instant) {
    assertEquals(instant, LocalTimes.instant(" " + text, NEW_YORK));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2030-12-31T18:00:00Z", "soon", "2030-02-30 10:00", "2030-12-31"})
  void otherTextsAreLeftToTheApi(String text) {
    assertEquals(text, LocalTimes.instant(text, NEW_YORK));
  }

  @Test
  void whatIsShownIsReadAsTheSameSecond() {
    Instant now = Instant.parse("2026-07-01T12:34:56.789Z");
    String shown = LocalTimes.text(now, NEW_YORK);
    assertEquals("2026-07-01 08:34:56", shown);
    assertEquals("2026-07-01T12:34:56Z", LocalTimes.instant(shown, NEW_YORK));
  }
}
