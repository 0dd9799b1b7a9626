package dev.shopwire.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PollTest {
  @Test
  void pollsUntilTheConditionIsTrue() {
    AtomicInteger polls = new AtomicInteger();
    assertTrue(Poll.until(Duration.ofSeconds(5), () -> polls.incrementAndGet() == 3));
    assertEquals(3, polls.get());
  }

  @Test
  void returnsFalseAfterTheTimeout() {
    assertFalse(Poll.until(Duration.ofMillis(30), () -> false));
  }

  @Test
  void waitsDespiteAnInterruptAndKeepsItsFlag() {
    Thread.currentThread().interrupt();
    long start = System.nanoTime();
    Poll.pause(Duration.ofMillis(30));
    assertTrue(Thread.interrupted());
    assertTrue(System.nanoTime() - start >= Duration.ofMillis(30).toNanos());
  }
}
