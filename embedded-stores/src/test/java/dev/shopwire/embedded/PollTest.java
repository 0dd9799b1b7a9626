package dev.shopwire.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PollTest {
  @Test
  void asksUntilItIsTrue() {
    AtomicInteger asked = new AtomicInteger();
    assertTrue(Poll.until(Duration.ofSeconds(5), () -> asked.incrementAndGet() == 3));
    assertEquals(3, asked.get());
  }

  @Test
  void givesUpAtTheLimit() {
    assertFalse(Poll.until(Duration.ofMillis(30), () -> false));
  }

  @Test
  void waitsThoughInterruptedAndKeepsTheInterrupt() {
    Thread.currentThread().interrupt();
    long began = System.nanoTime();
    Poll.pause(Duration.ofMillis(30));
    assertTrue(Thread.interrupted());
    assertTrue(System.nanoTime() - began >= Duration.ofMillis(30).toNanos());
  }
}
