package dev.shopwire.automation.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
  @ParameterizedTest
  @CsvSource({
    "0s, PT0S",
    "90s, PT90S",
    "90m, PT90M",
    "24h, PT24H",
    "1d, PT24H",
    "2w, P14D",
    "365d, P365D",
    "31536000s, P365D",
    "007m, PT7M"
  })
  void numbersAndUnitsAreRead(String text, Duration expected) {
    assertEquals(Optional.of(expected), DurationText.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "d",
        "-1d",
        "+1d",
        "1.5h",
        "1 d",
        "1D",
        "1y",
        "1d1h",
        "366d",
        "53w",
        "31536001s",
        "999999999w",
        "9999999999s",
        "\u0661d"
      })
  void everythingElseIsNone(String text) {
    assertEquals(Optional.empty(), DurationText.parse(text));
  }

  @Test
  void theWindowOfACapIsItsDuration() {
    assertEquals(Duration.ofDays(7), new FrequencyCap(3, "1w").window());
  }
}
