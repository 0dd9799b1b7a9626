package dev.shopwire.common.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackgroundPaceTest {
  private long now = Long.MAX_VALUE - 1_000_000;
  private final BackgroundPace pace = new BackgroundPace(() -> now);

  @Test
  void restsOnlyAfterAnAnnouncement() {
    long workNanos = Duration.ofMillis(40).toNanos();

    assertEquals(Duration.ZERO, pace.restAfter(workNanos, 3));
    pace.announced();
    assertEquals(Duration.ofMillis(120), pace.restAfter(workNanos, 3));
  }

  @Test
  void limitsARest() {
    pace.announced();

    assertEquals(Duration.ofSeconds(5), pace.restAfter(Duration.ofSeconds(1).toNanos(), 9));
  }

  @Test
  void forgetsAnAnnouncement() {
    assertFalse(pace.isBusy());
    pace.announced();
    pass(Duration.ofMillis(1_499));
    assertTrue(pace.isBusy());
    pass(Duration.ofMillis(1));
    assertFalse(pace.isBusy());
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
