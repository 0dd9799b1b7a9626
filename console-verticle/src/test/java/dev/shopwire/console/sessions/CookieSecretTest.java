package dev.shopwire.console.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the values of cookies and the CSRF tokens made from them. */
class CookieSecretTest {
  @Test
  void aSecretIsReadBackFromItsCookie() {
    CookieSecret secret = CookieSecret.generate();
    CookieSecret read = CookieSecret.parse(secret.reveal()).orElseThrow();
    assertEquals(secret.hash(), read.hash());
    assertEquals(secret.csrfToken(), read.csrfToken());
    assertFalse(secret.toString().contains(secret.reveal()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "short",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.A",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA A"
      })
  void otherValuesAreNoSecrets(String value) {
    assertEquals(Optional.empty(), CookieSecret.parse(value));
  }

  @Test
  void theCsrfTokenBelongsToTheSecretAndDoesNotRevealIt() {
    CookieSecret secret = CookieSecret.generate();
    assertNotEquals(secret.csrfToken(), CookieSecret.generate().csrfToken());
    assertNotEquals(secret.csrfToken(), secret.reveal());
    assertTrue(secret.csrfToken().matches("[A-Za-z0-9_-]{43}"), secret.csrfToken());
  }
}
