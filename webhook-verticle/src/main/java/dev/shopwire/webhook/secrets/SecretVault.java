package dev.shopwire.webhook.secrets;

import io.vertx.core.buffer.Buffer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts endpoints' secrets with AES-256-GCM (NIST SP 800-38D), bound to their endpoint.
 * Thread-safe; does not block.
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

  public Encrypted encrypt(long workspaceId, long endpointId, String text) {
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    SecretKey key = keys.first();
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key, nonce, workspaceId, endpointId);
      byte[] sealed = cipher.doFinal(text.getBytes(StandardCharsets.UTF_8));
      return new Encrypted(key.id(), Buffer.buffer(nonce).appendBytes(sealed));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Empty if the key is unknown, or if {@code encrypted} was not sealed for this endpoint. */
  public Optional<String> decrypt(long workspaceId, long endpointId, Encrypted encrypted) {
    return encrypted.bytes().length() < NONCE_BYTES + TAG_BITS / Byte.SIZE
        ? Optional.empty()
        : keys.find(encrypted.keyId())
            .flatMap(key -> decrypt(key, workspaceId, endpointId, encrypted.bytes()));
  }

  private static Optional<String> decrypt(
      SecretKey key, long workspaceId, long endpointId, Buffer bytes) {
    byte[] nonce = bytes.getBytes(0, NONCE_BYTES);
    try {
      Cipher cipher = cipher(Cipher.DECRYPT_MODE, key, nonce, workspaceId, endpointId);
      byte[] text = cipher.doFinal(bytes.getBytes(NONCE_BYTES, bytes.length()));
      return Optional.of(new String(text, StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  private static Cipher cipher(
      int mode, SecretKey key, byte[] nonce, long workspaceId, long endpointId)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, key.aes(), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(
        ByteBuffer.allocate(2 * Long.BYTES).putLong(workspaceId).putLong(endpointId).flip());
    return cipher;
  }
}
