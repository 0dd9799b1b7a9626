package dev.shopwire.common.tenancy;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SetupTokenTest {
  private static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");

  @Test
  void aTokenExpiresAfterADay() {
    String token = SetupToken.generate(NOW);
    assertTrue(token.matches("[0-9A-Za-z]{32}_[0-9a-z]+"), token);
    assertNotEquals(token, SetupToken.generate(NOW));
    assertFalse(SetupToken.isExpired(token, NOW));
    assertFalse(SetupToken.isExpired(token, NOW.plus(Duration.ofHours(24)).minusSeconds(1)));
    assertTrue(SetupToken.isExpired(token, NOW.plus(Duration.ofHours(24))));
  }

  @Test
  void aTokenWithoutAnExpiryIsNotExpired() {
    for (String text : new String[] {"", "guess", "_", "a_", "a_-1", "a_zzzzzzzzzzz", "a b_1"}) {
      assertFalse(SetupToken.isExpired(text, NOW), text);
    }
  }
}
