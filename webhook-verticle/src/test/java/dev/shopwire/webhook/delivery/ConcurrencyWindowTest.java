package dev.shopwire.webhook.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ConcurrencyWindowTest {
  @Test
  void theWindowGrowsByOnePerFullWindowUpTo32AndHalvesAfterAFailure() {
    ConcurrencyWindow window = new ConcurrencyWindow();
    int start = window.size();
    for (int i = 0; i < start; i++) {
      assertEquals(start, window.size());
      window.recordSuccess();
    }
    assertEquals(start + 1, window.size());
    for (int i = 0; i < 10_000; i++) {
      window.recordSuccess();
    }
    assertEquals(32, window.size());
    window.recordFailure();
    assertEquals(16, window.size());
    for (int i = 0; i < 10; i++) {
      window.recordFailure();
    }
    assertEquals(1, window.size());
    assertTrue(window.quarter() >= 1);
  }
}
