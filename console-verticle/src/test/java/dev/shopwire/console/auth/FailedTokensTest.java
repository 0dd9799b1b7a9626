package dev.shopwire.console.auth;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FailedTokensTest {
  private static final String ADDRESS = "192.0.2.1";
  private static final int ALLOWED = 10;

  /** {@link System#nanoTime} may be below zero. */
  private long now = -Duration.ofSeconds(30).toNanos();

  private final FailedTokens failures = new FailedTokens(() -> now);

  private void pass(Duration time) {
    now += time.toNanos();
  }

  private void failTimes(int times, String address) {
    for (int i = 1; i <= times; i++) {
      assertFalse(failures.isTooMany(address), "failure " + i);
    }
  }

  @Test
  void tenFailuresInAMinuteAreAllowedAndTheNextIsTooMany() {
    failTimes(ALLOWED, ADDRESS);
    assertTrue(failures.isTooMany(ADDRESS));
    assertTrue(failures.isTooMany(ADDRESS));
  }

  @Test
  void theyAreTooManyUntilTheMinuteIsOver() {
    failTimes(ALLOWED, ADDRESS);
    pass(Duration.ofSeconds(59));
    assertTrue(failures.isTooMany(ADDRESS));
    pass(Duration.ofMillis(1_001));
    failTimes(ALLOWED, ADDRESS);
    assertTrue(failures.isTooMany(ADDRESS));
  }

  @Test
  void whoFailsSeldomIsNeverSlowedDown() {
    for (int i = 0; i < 1_000; i++) {
      assertFalse(failures.isTooMany(ADDRESS));
      pass(Duration.ofSeconds(7));
    }
  }

  @Test
  void eachAddressIsCountedOnItsOwn() {
    failTimes(ALLOWED, ADDRESS);
    assertTrue(failures.isTooMany(ADDRESS));
    failTimes(ALLOWED, "192.0.2.2");
    failTimes(ALLOWED, "2001:db8::1");
  }

  @Test
  void addressesOfLongAgoAreForgottenBeforeThoseOfNow() {
    for (int i = 0; i < 9_999; i++) {
      assertFalse(failures.isTooMany("long ago " + i));
    }
    pass(Duration.ofMinutes(2));
    failTimes(ALLOWED, ADDRESS);
    assertFalse(failures.isTooMany("one address too many"));
    assertTrue(failures.isTooMany(ADDRESS));
  }

  @Test
  void anyNumberOfAddressesGetsAnAnswer() {
    for (int i = 0; i < 100_000; i++) {
      assertFalse(failures.isTooMany("address " + i));
    }
  }
}
