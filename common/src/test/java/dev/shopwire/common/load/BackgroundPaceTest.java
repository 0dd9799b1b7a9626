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
    long started = now;
    pass(Duration.ofMillis(40));

    assertEquals(Duration.ZERO, pace.restAfter(started, 3));
    pace.announced();
    assertEquals(Duration.ofMillis(120), pace.restAfter(started, 3));
  }

  @Test
  void limitsARest() {
    pace.announced();
    long started = now;
    pass(Duration.ofMillis(1_400));

    assertEquals(Duration.ofSeconds(5), pace.restAfter(started, 9));
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
