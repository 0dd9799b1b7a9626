package dev.shopwire.common.secrets;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts secrets with AES-256-GCM (NIST SP 800-38D), each bound to a context. Thread-safe; does
 * not block.
 */
public final class SecretVault {
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final SecretKeys keys;

  public SecretVault(SecretKeys keys) {
    this.keys = keys;
  }

  /**
   * @param keyId the key that decrypts it
   * @param bytes nonce, ciphertext and tag
   */
  public record Encrypted(String keyId, Buffer bytes) {}

  /**
   * @param context names what the secret belongs to, so that no other row can use it; it is
   *     authenticated and not stored
   */
  public Encrypted encrypt(byte[] context, String text) {
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    SecretKey key = keys.first();
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key, nonce, context);
      byte[] sealed = cipher.doFinal(text.getBytes(StandardCharsets.UTF_8));
      return new Encrypted(key.id(), Buffer.buffer(nonce).appendBytes(sealed));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Empty if the key is unknown, or if {@code encrypted} was sealed in another context. */
  public Optional<String> decrypt(byte[] context, Encrypted encrypted) {
    return encrypted.bytes().length() < NONCE_BYTES + TAG_BITS / Byte.SIZE
        ? Optional.empty()
        : keys.find(encrypted.keyId()).flatMap(key -> decrypt(key, context, encrypted.bytes()));
  }

  private static Optional<String> decrypt(SecretKey key, byte[] context, Buffer bytes) {
    byte[] nonce = bytes.getBytes(0, NONCE_BYTES);
    try {
      Cipher cipher = cipher(Cipher.DECRYPT_MODE, key, nonce, context);
      byte[] text = cipher.doFinal(bytes.getBytes(NONCE_BYTES, bytes.length()));
      return Optional.of(new String(text, StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  private static Cipher cipher(int mode, SecretKey key, byte[] nonce, byte[] context)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, key.aes(), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(context);
    return cipher;
  }
}
