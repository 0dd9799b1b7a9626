package dev.shopwire.webhook.secrets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.shopwire.webhook.secrets.SecretVault.Encrypted;
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
    Encrypted encrypted = vault.encrypt(1, 2, TEXT);
    assertEquals(Optional.of(TEXT), vault.decrypt(1, 2, encrypted));
    assertEquals(Optional.empty(), vault.decrypt(1, 3, encrypted));
    assertEquals(Optional.empty(), vault.decrypt(2, 2, encrypted));
    assertEquals(Optional.empty(), vault.decrypt(2, 1, encrypted));
  }

  @Test
  void theSameTextIsSealedDifferentlyEachTime() {
    Encrypted one = vault.encrypt(1, 2, TEXT);
    Encrypted other = vault.encrypt(1, 2, TEXT);
    assertNotEquals(one.bytes().getBuffer(0, 12), other.bytes().getBuffer(0, 12));
    assertNotEquals(one.bytes(), other.bytes());
    assertFalse(one.bytes().toString().contains("whsec_"));
    assertEquals(12 + TEXT.length() + 16, one.bytes().length());
  }

  @Test
  void aChangeOfAnyBitIsDetected() {
    Encrypted encrypted = vault.encrypt(1, 2, TEXT);
    for (int i = 0; i < encrypted.bytes().length() * 8; i++) {
      Buffer changed = encrypted.bytes().copy();
      changed.setByte(i / 8, (byte) (changed.getByte(i / 8) ^ (1 << (i % 8))));
      assertEquals(
          Optional.empty(),
          vault.decrypt(1, 2, new Encrypted(encrypted.keyId(), changed)),
          "bit " + i);
    }
  }

  @Test
  void aTruncatedSecretDoesNotOpen() {
    Encrypted encrypted = vault.encrypt(1, 2, TEXT);
    for (int length = 0; length < encrypted.bytes().length(); length++) {
      Buffer truncated = encrypted.bytes().getBuffer(0, length);
      assertEquals(
          Optional.empty(), vault.decrypt(1, 2, new Encrypted(encrypted.keyId(), truncated)));
    }
  }

  @Test
  void afterAKeyRotationTheOldKeyStillOpensAndTheNewOneSeals() {
    SecretKey next = newKey();
    Encrypted before = vault.encrypt(1, 2, TEXT);
    SecretVault both = vault(next, old);
    assertEquals(Optional.of(TEXT), both.decrypt(1, 2, before));
    Encrypted after = both.encrypt(1, 2, TEXT);
    assertEquals(next.id(), after.keyId());
    assertEquals(Optional.of(TEXT), both.decrypt(1, 2, after));
    assertEquals(Optional.empty(), vault.decrypt(1, 2, after));
    assertEquals(Optional.of(TEXT), vault(next).decrypt(1, 2, after));
    assertEquals(Optional.empty(), vault(next).decrypt(1, 2, before));
  }

  @Test
  void anotherKeyWithTheSameIdOpensNothing() {
    Encrypted encrypted = vault.encrypt(1, 2, TEXT);
    SecretKey other = newKey();
    assertEquals(
        Optional.empty(), vault(other).decrypt(1, 2, new Encrypted(other.id(), encrypted.bytes())));
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
