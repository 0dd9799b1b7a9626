package dev.shopwire.common.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.addresses.ClientAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FailureLimitTest {
  private long nanos = Long.MAX_VALUE - 1_000;
  private final FailureLimit limit = new FailureLimit(3, () -> nanos);

  private static ClientAddress address(int number) {
    return new ClientAddress(number, 0);
  }

  private void advance(Duration time) {
    nanos += time.toNanos();
  }

  @Test
  void overTheLimitAnAddressWaitsForTheRestOfTheMinute() {
    for (int i = 0; i < 3; i++) {
      assertFalse(limit.isReached(address(1)));
      assertEquals(Duration.ZERO, limit.recordFailure(address(1)));
    }
    assertTrue(limit.isReached(address(1)));
    advance(Duration.ofSeconds(20));
    assertEquals(Duration.ofSeconds(40), limit.recordFailure(address(1)));
    advance(Duration.ofSeconds(40));
    assertFalse(limit.isReached(address(1)));
    assertEquals(Duration.ZERO, limit.recordFailure(address(1)));
    assertEquals(5, limit.failures());
    assertEquals(1, limit.limited());
  }

  @Test
  void addressesAreLimitedSeparately() {
    for (int i = 0; i < 10; i++) {
      limit.recordFailure(address(1));
    }
    assertFalse(limit.isReached(address(2)));
    assertEquals(Duration.ZERO, limit.recordFailure(address(2)));
  }

  @Test
  void beyondTheMaximumTheOldestAddressesAreEvicted() {
    for (int i = 0; i < 10_003; i++) {
      for (int j = 0; j < 3; j++) {
        limit.recordFailure(address(i));
      }
    }
    assertEquals(10_000, limit.addresses());
    assertFalse(limit.isReached(address(2)));
    assertTrue(limit.isReached(address(3)));
    assertTrue(limit.isReached(address(10_002)));
  }
}
