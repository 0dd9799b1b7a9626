package dev.shopwire.analytics.funnels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.Query;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the parameters {@code steps} and {@code window}. */
class FunnelParametersTest {
  private static List<String> steps(String text) {
    Query query = new Query(Map.of("steps", text));
    FunnelSteps steps = FunnelSteps.read(query);
    query.throwIfInvalid();
    return steps.names();
  }

  private static Duration window(String text) {
    Query query = new Query(Map.of("window", text));
    Duration window = ConversionWindow.read(query);
    query.throwIfInvalid();
    return window;
  }

  private static String reason(Runnable reading) {
    return assertThrows(Failure.class, reading::run).reason();
  }

  @Test
  void stepsAreSeparatedByCommasOrAnArray() {
    assertEquals(List.of("a", "b c", "a"), steps(" a, b c ,a"));
    assertEquals(List.of("a,b", " c"), steps("[\"a,b\",\" c\"]"));
    assertEquals(List.of("a", "b"), FunnelSteps.of(List.of("a", "b", "a")).kinds());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a,",
        ",a",
        "a,,b",
        "a,b,c,d,e,f,g,h,i,j,k",
        "[",
        "[]",
        "[1,2]",
        "[\"a\",null]",
        "[\"a\",\"\"]",
        "[\"a\"]",
        "[\"a\",\"\\u0000\"]"
      })
  void otherStepsAreRejected(String text) {
    assertEquals("invalid_steps", reason(() -> steps(text)));
  }

  @Test
  void stepsAreRequired() {
    assertEquals("required", reason(() -> steps("")));
  }

  @ParameterizedTest
  @CsvSource({"1m,PT1M", "12h,PT12H", "7d,PT168H", "2w,PT336H", "365d,PT8760H", "'',PT336H"})
  void aWindowIsANumberOfUnits(String text, Duration window) {
    assertEquals(window, window(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0d", "7", "d", "-1d", "1.5d", "366d", "53w", "7D", "7 d", "9999999m", "1s"})
  void otherWindowsAreRejected(String text) {
    assertEquals("invalid_window", reason(() -> window(text)));
  }
}
