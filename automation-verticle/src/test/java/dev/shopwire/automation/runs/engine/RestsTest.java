package dev.shopwire.automation.runs.engine;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RestsTest {
  private final Rests rests = new Rests(Duration.ofSeconds(10));

  @Test
  void aWorkspaceRestsAfterALongTransaction() {
    rests.begin(1, startedAgo(Duration.ofMinutes(1)));
    assertTrue(rests.isResting(1));
    assertFalse(rests.isResting(2));
  }

  @Test
  void aShortTransactionNeedsNoRest() {
    rests.begin(1, startedAgo(Duration.ofSeconds(1)));
    assertFalse(rests.isResting(1));
  }

  private static long startedAgo(Duration duration) {
    return System.nanoTime() - duration.toNanos();
  }
}
