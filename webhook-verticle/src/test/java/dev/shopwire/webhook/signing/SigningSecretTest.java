package dev.shopwire.webhook.signing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SigningSecretTest {
  @Test
  void aNewSecretHas32BytesAndIsReadBack() {
    SigningSecret secret = SigningSecret.generate();
    assertTrue(secret.text().matches("whsec_[A-Za-z0-9+/]{43}="), secret.text());
    assertEquals(32, secret.key().length);
    assertEquals(secret, SigningSecret.of(secret.text()));
    assertArrayEquals(secret.key(), SigningSecret.of(secret.text()).key());
    assertNotEquals(secret, SigningSecret.generate());
  }

  @Test
  void theSpecificationsExampleIsAccepted() {
    String text = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    assertArrayEquals(
        Base64.getDecoder().decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
        SigningSecret.of(text).key());
  }

  @Test
  void aSecretIsNotPrintedAndItsBytesAreCopied() {
    SigningSecret secret = SigningSecret.generate();
    assertFalse(secret.toString().contains(secret.text().substring(6, 12)));
    byte[] copy = secret.key();
    copy[0] ^= 1;
    assertNotEquals(copy[0], secret.key()[0]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "whsec_",
        "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2Lа!aSw"
      })
  void anInvalidSecretIsRejectedWithoutShowingIt(String text) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> SigningSecret.of(text)).getMessage();
    assertEquals("not a signing secret", message);
  }
}
