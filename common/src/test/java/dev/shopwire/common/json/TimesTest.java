package dev.shopwire.common.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.OffsetDateTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimesTest {
  @ParameterizedTest
  @CsvSource({
    "2026-11-21T09:30:00Z, 2026-11-21T09:30:00.000Z",
    "2026-11-21T09:30:00.5+02:00, 2026-11-21T07:30:00.500Z",
    "2026-11-21T09:30:00.123456Z, 2026-11-21T09:30:00.123456Z",
    "2026-11-21T09:30:00.123400Z, 2026-11-21T09:30:00.123400Z",
    "1969-12-31T23:59:59.999999Z, 1969-12-31T23:59:59.999999Z"
  })
  void timesAreFormattedInUtcWithThreeOrSixDecimals(String moment, String text) {
    assertEquals(text, Times.format(OffsetDateTime.parse(moment)));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-21T09:30:00Z, 2026-11-21T09:30:00.000Z",
    "2026-11-21T09:30:00.123999Z, 2026-11-21T09:30:00.123Z",
    "2026-11-21T09:30:00.5+02:00, 2026-11-21T07:30:00.500Z"
  })
  void alwaysThreeDigitsWithoutRounding(String moment, String text) {
    assertEquals(text, Times.millis(OffsetDateTime.parse(moment)));
  }
}
