package dev.shopwire.common.secrets;

import dev.shopwire.common.crypto.Digest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;

/** A key that encrypts secrets: 32 bytes, for AES-256. Its text never contains the key. */
public final class SecretKey {
  private static final int BYTES = 32;
  private static final int ID_BYTES = 8;

  private final String id;
  private final SecretKeySpec aes;

  private SecretKey(byte[] key) {
    id = HexFormat.of().formatHex(Arrays.copyOf(Digest.SHA_256.of(key), ID_BYTES));
    aes = new SecretKeySpec(key, "AES");
  }

  /** Parses base64 with optional surrounding whitespace; empty unless it encodes 32 bytes. */
  static Optional<SecretKey> of(String base64) {
    try {
      byte[] key = Base64.getDecoder().decode(base64.strip());
      return key.length == BYTES ? Optional.of(new SecretKey(key)) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * @throws IllegalArgumentException unless it has 32 bytes
   */
  static SecretKey of(byte[] key) {
    if (key.length != BYTES) {
      throw new IllegalArgumentException("A key has " + BYTES + " bytes");
    }
    return new SecretKey(key.clone());
  }

  /** Base64 of a new random key. */
  static String generate() {
    byte[] key = new byte[BYTES];
    new SecureRandom().nextBytes(key);
    return Base64.getEncoder().encodeToString(key);
  }

  /** The first 8 bytes of the key's SHA-256 in hex, which identify the key without revealing it. */
  public String id() {
    return id;
  }

  SecretKeySpec aes() {
    return aes;
  }

  @Override
  public String toString() {
    return "SecretKey " + id;
  }
}
