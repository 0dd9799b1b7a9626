package dev.shopwire.webhook.secrets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.shopwire.webhook.secrets.SecretVault.Sealed;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SecretVaultTest {
  private static final String TEXT = "whsec_of-an-endpoint";

  private final SecretKey old = newKey();
  private final SecretVault vault = vault(old);

  private static SecretKey newKey() {
    return SecretKey.of(SecretKey.generate()).orElseThrow();
  }

  private static SecretVault vault(SecretKey... keys) {
    return new SecretVault(new SecretKeys(List.of(keys)));
  }

  @Test
  void aSealedSecretOpensOnlyForItsEndpoint() {
    Sealed sealed = vault.seal(1, 2, TEXT);
    assertEquals(Optional.of(TEXT), vault.open(1, 2, sealed));
    assertEquals(Optional.empty(), vault.open(1, 3, sealed));
    assertEquals(Optional.empty(), vault.open(2, 2, sealed));
    assertEquals(Optional.empty(), vault.open(2, 1, sealed));
  }

  @Test
  void theSameTextIsSealedDifferentlyEachTime() {
    Sealed one = vault.seal(1, 2, TEXT);
    Sealed other = vault.seal(1, 2, TEXT);
    assertNotEquals(one.bytes().getBuffer(0, 12), other.bytes().getBuffer(0, 12));
    assertNotEquals(one.bytes(), other.bytes());
    assertFalse(one.bytes().toString().contains("whsec_"));
    assertEquals(12 + TEXT.length() + 16, one.bytes().length());
  }

  @Test
  void aChangeOfAnyBitIsDetected() {
    Sealed sealed = vault.seal(1, 2, TEXT);
    for (int i = 0; i < sealed.bytes().length() * 8; i++) {
      Buffer changed = sealed.bytes().copy();
      changed.setByte(i / 8, (byte) (changed.getByte(i / 8) ^ (1 << (i % 8))));
      assertEquals(
          Optional.empty(), vault.open(1, 2, new Sealed(sealed.keyId(), changed)), "bit " + i);
    }
  }

  @Test
  void aTruncatedSecretDoesNotOpen() {
    Sealed sealed = vault.seal(1, 2, TEXT);
    for (int length = 0; length < sealed.bytes().length(); length++) {
      Buffer truncated = sealed.bytes().getBuffer(0, length);
      assertEquals(Optional.empty(), vault.open(1, 2, new Sealed(sealed.keyId(), truncated)));
    }
  }

  @Test
  void afterAKeyRotationTheOldKeyStillOpensAndTheNewOneSeals() {
    SecretKey next = newKey();
    Sealed before = vault.seal(1, 2, TEXT);
    SecretVault both = vault(next, old);
    assertEquals(Optional.of(TEXT), both.open(1, 2, before));
    Sealed after = both.seal(1, 2, TEXT);
    assertEquals(next.id(), after.keyId());
    assertEquals(Optional.of(TEXT), both.open(1, 2, after));
    assertEquals(Optional.empty(), vault.open(1, 2, after));
    assertEquals(Optional.of(TEXT), vault(next).open(1, 2, after));
    assertEquals(Optional.empty(), vault(next).open(1, 2, before));
  }

  @Test
  void anotherKeyWithTheSameIdOpensNothing() {
    Sealed sealed = vault.seal(1, 2, TEXT);
    SecretKey other = newKey();
    assertEquals(Optional.empty(), vault(other).open(1, 2, new Sealed(other.id(), sealed.bytes())));
  }

  @Test
  void noTextContainsAKey() {
    String key = SecretKey.generate();
    SecretKeys keys = new SecretKeys(List.of(SecretKey.of(key).orElseThrow()));
    assertFalse(
        Stream.of(keys, keys.first(), new SecretVault(keys))
            .anyMatch(object -> object.toString().contains(key.substring(0, 10))));
  }
}
