package dev.shopwire.common.secrets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.shopwire.common.secrets.SecretVault.Encrypted;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SecretVaultTest {
  private static final String TEXT = "a secret to keep";

  private static final byte[] CONTEXT = bytes("row 1");

  private final SecretKey old = newKey();
  private final SecretVault vault = vault(old);

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static SecretKey newKey() {
    return SecretKey.of(SecretKey.generate()).orElseThrow();
  }

  private static SecretVault vault(SecretKey... keys) {
    return new SecretVault(new SecretKeys(List.of(keys)));
  }

  @Test
  void aSealedSecretOpensOnlyInItsContext() {
    Encrypted encrypted = vault.encrypt(CONTEXT, TEXT);
    assertEquals(Optional.of(TEXT), vault.decrypt(CONTEXT, encrypted));
    for (byte[] other : List.of(new byte[0], bytes("row"), bytes("row 12"), bytes("row 2"))) {
      assertEquals(Optional.empty(), vault.decrypt(other, encrypted));
    }
  }

  @Test
  void theSameTextIsSealedDifferentlyEachTime() {
    Encrypted one = vault.encrypt(CONTEXT, TEXT);
    Encrypted other = vault.encrypt(CONTEXT, TEXT);
    assertNotEquals(one.bytes().getBuffer(0, 12), other.bytes().getBuffer(0, 12));
    assertNotEquals(one.bytes(), other.bytes());
    assertFalse(one.bytes().toString().contains("secret"));
    assertEquals(12 + TEXT.length() + 16, one.bytes().length());
  }

  @Test
  void aChangeOfAnyBitIsDetected() {
    Encrypted encrypted = vault.encrypt(CONTEXT, TEXT);
    for (int i = 0; i < encrypted.bytes().length() * 8; i++) {
      Buffer changed = encrypted.bytes().copy();
      changed.setByte(i / 8, (byte) (changed.getByte(i / 8) ^ (1 << (i % 8))));
      assertEquals(
          Optional.empty(),
          vault.decrypt(CONTEXT, new Encrypted(encrypted.keyId(), changed)),
          "bit " + i);
    }
  }

  @Test
  void aTruncatedSecretDoesNotOpen() {
    Encrypted encrypted = vault.encrypt(CONTEXT, TEXT);
    for (int length = 0; length < encrypted.bytes().length(); length++) {
      Buffer truncated = encrypted.bytes().getBuffer(0, length);
      assertEquals(
          Optional.empty(), vault.decrypt(CONTEXT, new Encrypted(encrypted.keyId(), truncated)));
    }
  }

  @Test
  void afterAKeyRotationTheOldKeyStillOpensAndTheNewOneSeals() {
    SecretKey next = newKey();
    Encrypted before = vault.encrypt(CONTEXT, TEXT);
    SecretVault both = vault(next, old);
    assertEquals(Optional.of(TEXT), both.decrypt(CONTEXT, before));
    Encrypted after = both.encrypt(CONTEXT, TEXT);
    assertEquals(next.id(), after.keyId());
    assertEquals(Optional.of(TEXT), both.decrypt(CONTEXT, after));
    assertEquals(Optional.empty(), vault.decrypt(CONTEXT, after));
    assertEquals(Optional.of(TEXT), vault(next).decrypt(CONTEXT, after));
    assertEquals(Optional.empty(), vault(next).decrypt(CONTEXT, before));
  }

  @Test
  void anotherKeyWithTheSameIdOpensNothing() {
    Encrypted encrypted = vault.encrypt(CONTEXT, TEXT);
    SecretKey other = newKey();
    assertEquals(
        Optional.empty(),
        vault(other).decrypt(CONTEXT, new Encrypted(other.id(), encrypted.bytes())));
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
