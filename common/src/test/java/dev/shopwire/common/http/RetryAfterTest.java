package dev.shopwire.common.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {
  private static final Instant NOW = Instant.parse("1994-11-06T08:49:07Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 | 0
          30 | 30
          ' 30 ' | 30
          007 | 7
          3600 | 3600
          3601 | 3600
          99999999999999999999999 | 3600
          Sun, 06 Nov 1994 08:49:37 GMT | 30
          Sunday, 06-Nov-94 08:49:37 GMT | 30
          Sun Nov  6 08:49:37 1994 | 30
          Sun Nov 06 08:49:37 1994 | 30
          Sun, 06 Nov 1994 08:49:00 GMT | 0
          Mon, 06 Nov 2023 08:49:00 GMT | 3600
          """)
  void secondsAndDatesAreReadUpToAnHour(String header, long seconds) {
    assertEquals(Optional.of(Duration.ofSeconds(seconds)), RetryAfter.of(header, NOW));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-1", "1.5", "soon", "+3", "1e3", "Sun, 31 Feb 1994 08:49:37 GMT", "٣"})
  void anyOtherValueIsIgnored(String header) {
    assertEquals(Optional.empty(), RetryAfter.of(header, NOW));
  }
}
