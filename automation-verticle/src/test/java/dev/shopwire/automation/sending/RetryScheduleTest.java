package dev.shopwire.automation.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the pauses between tries. */
class RetryScheduleTest {
  @Test
  void theLastPauseRepeats() {
    assertEquals(
        List.of(1L, 5L, 15L, 30L, 60L, 120L, 240L, 240L, 240L),
        IntStream.rangeClosed(1, 9)
            .mapToObj(failures -> RetrySchedule.DEFAULT.pause(failures).toMinutes())
            .toList());
    assertEquals(Duration.ofHours(4), RetrySchedule.DEFAULT.pause(Integer.MAX_VALUE));
  }

  @Test
  void thereIsAPause() {
    assertThrows(IllegalArgumentException.class, () -> new RetrySchedule(List.of()));
  }
}
